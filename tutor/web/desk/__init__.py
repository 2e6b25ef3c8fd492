"""What stands behind the teacher's and the technician's pages."""
