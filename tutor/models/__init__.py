"""Model weights: the catalogue, fetching and verifying, building ONNX graphs, and running them."""
