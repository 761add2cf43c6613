"""The test range: films of every difficulty, audited and compared with their truth, so that limits are measured."""
