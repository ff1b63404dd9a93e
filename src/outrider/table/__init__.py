"""The measuring table: exact geometry in whole thousandths of an inch. No float decides a rule."""
