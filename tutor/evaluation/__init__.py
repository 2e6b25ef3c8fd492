"""The evaluation lab: labelled questions, metrics with intervals, systems compared."""
