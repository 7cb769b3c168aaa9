"""Turn a formula with the features that it needs into the text of plain Python functions.

How to use it, for the board of a course whose bits are numbered in its own way::

    from engine.plain.board import Numbering
    from engine.plain.compiler import compile_plain, plain_board_of
    from engine.plain.text_library import PlainFormula

    bits = tuple((8 - row) * 13 + (10 - column) for row in range(9) for column in range(11))
    board = plain_board_of(find_game("isolation-9x11"), Numbering(bits))
    formula = PlainFormula(formula_source(heuristic, heuristic.features), ["FLOOR", "WEIGHT"])
    code = compile_plain(board, formula)

`code.imports` and `code.text` have the imports, then the tables and functions. The caller writes
the numbers of the parameters under the names that it chose (FLOOR, WEIGHT), between the two; with
`takes_values` they are arguments instead, so that one text serves several sets of values. `needs`
asks for further definitions of the game, such as KNIGHT_TARGETS, and `reserved` keeps names free.

The function `code.name` takes `code.arguments`: in Isolation `blanks`, a set of squares as a Python
integer, then `own_square` and `opp_square`, bit numbers, or `board.numbering.size` for a player who
is not placed; in Pentago `own_stones` and `opp_stones`. Its value is that of the side whose square
or stones stand first.

How it works: the linker joins the formula with its kernels (`linking`); each of them is written for
the kinds of its arguments (`functions`, `statements`, `expressions`), where whole numbers that are
known decide branches, and short functions stand in place of their calls. A game says in its module
`plain` what stands for the functions of its sets of squares (`board`, `operations`), and in
`plain_frame` how a position is read and who has won.
"""
