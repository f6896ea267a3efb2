"""The rules of enforcement: complaints, the fine schedule, its ladder and sums, citations, surcharges."""
