"""Measuring the eyes: on photographs, on synthetic scenes, on films."""
