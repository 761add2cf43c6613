"""Audits of recorded sessions: from recordings and a table file to journal, findings and report."""
