"""What training made: one folder per model and version with model.onnx, manifest.toml and CARD.md. Data only."""
