"""What scripts/reproduce is made of: from the definition of tables to raw figures, and from raw
figures alone to tables, figures and a page."""
