"""Making the models; the only place that imports PyTorch and Ultralytics."""

import os

# what trains here is nobody else's business: by default both libraries report over the network what they are used for
os.environ.setdefault("NNCF_CI", "1")
os.environ.setdefault("YOLO_OFFLINE", "true")
