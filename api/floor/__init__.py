"""Many tables on one floor: camera hosts publish their journals through NATS JetStream, the server follows them.

A host keeps its own journal and works on when the server or the broker is away. A row of the journal travels as it is
(number, time, fact, hashes), signed by its host, and the server keeps an equal copy of the journal: what comes twice is
seen by its number, what is missing by the gap, what was changed by its hash. What people enter at the server goes the
other way, as orders to the host, and comes back as facts of its journal.
"""
