"""Making the models; the only place that imports PyTorch and Ultralytics."""
