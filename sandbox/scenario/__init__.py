"""What HAPPENS: strict scenario files, layouts, and expectations that say what they measured."""
