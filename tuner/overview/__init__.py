"""A folder of runs is looked over here, and one of them is packed for a report of a mistake."""
