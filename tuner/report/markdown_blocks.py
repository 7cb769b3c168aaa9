"""Write the blocks of a page as Markdown."""

from __future__ import annotations

from tuner.report.blocks import Block, Bullets, Code, Lead, Table
from tuner.report.markdown import bullets, code_block, plain, table

__all__ = ["block_text"]


def block_text(block: Block) -> str:
    """Return a block as Markdown; "" for figures and HTML, which have pictures instead."""
    match block:
        case str():
            return plain(block)
        case Lead():
            return f"**{plain(block.text)}**"
        case Bullets():
            return bullets(block.items)
        case Code():
            title = f"{plain(block.title)}\n\n" if block.title else ""
            return title + code_block(block.text)
        case Table():
            return _table(block)
        case _:
            return ""


def _table(block: Table) -> str:
    """Return a table below its caption; what columns share stands in the head of each."""
    heads = [f"{one.group} {one.title}".strip() for one in block.columns]
    rows = [[str(cell) for cell in row] for row in block.rows]
    return f"{plain(block.caption)}\n\n{table(heads, rows)}"
