"""Model weights: the catalogue, fetching and verifying, building ONNX graphs, and running them."""

import os

# ONNX Runtime from 1.29 on tells its maker about every model that is opened, ten seconds later, unless this is set
# before it is imported. Its own call for that, disable_telemetry_events, does not keep it quiet (measured with 1.32).
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
