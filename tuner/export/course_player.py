"""Hold the text of a player of the 9x11 course, which searches on the course's own bitboard."""

from __future__ import annotations

__all__ = ["PLAYER"]

PLAYER = '''\
# The library takes a player whose only move is to bit 0 for one that cannot move.
ALL_BUT_BIT_0 = KNIGHT_TARGETS[UNPLACED] & ~1

# Wins are worth more than every evaluation, and the sooner the better.
WIN = 1e125
LIMIT = 1e120
INFINITY = float("inf")

# A put after the limit of 150 ms raises an error, so the search looks at the clock by itself.
SECONDS = 0.14
NODES_BETWEEN_LOOKS = 256


class OutOfTime(Exception):
    """The time for this move is over."""


def clamped(value):
    """Return the value, kept from outranking a win; the lowest one if it is not a number."""
    return max(-LIMIT, min(LIMIT, value)) if value == value else -LIMIT


class Search:
    """Look ahead by alpha-beta from one state; all values are those of the player who searches."""

    def __init__(self, deadline):
        self.deadline = deadline
        self.nodes = 0
        self.killers = [0] * UNPLACED

    def best_action(self, blanks, own, opp, targets, depth):
        """Return the first of the best of these squares, and its value, looking ahead so far."""
        best, alpha = None, -INFINITY
        for target in targets:
            value = self.lowest(blanks ^ (1 << target), target, opp, depth - 1, alpha, INFINITY)
            if best is None or value > alpha:
                best, alpha = target, value
        return best, alpha

    def look_at_clock(self):
        """End the search when its time is over."""
        if time.perf_counter() > self.deadline:
            raise OutOfTime

    def highest(self, blanks, own, opp, depth, alpha, beta):
        """Return the value of a position in which the player who searches is to move."""
        self.nodes += 1
        if not self.nodes % NODES_BETWEEN_LOOKS:
            self.look_at_clock()
        moves = blanks & KNIGHT_TARGETS[own]
        if not moves & ALL_BUT_BIT_0:
            return -WIN * (1 + depth)
        if depth <= 0:
            value = evaluate(blanks, own, opp)
            return value if -LIMIT < value < LIMIT else clamped(value)
        best = -INFINITY
        bit = moves & self.killers[depth]
        while moves:
            bit = bit or moves & -moves
            moves ^= bit
            value = self.lowest(blanks ^ bit, bit.bit_length() - 1, opp, depth - 1, alpha, beta)
            if value > best:
                best = value
                if best >= beta:
                    self.killers[depth] = bit
                    break
                alpha = max(alpha, best)
            bit = 0
        return best

    def lowest(self, blanks, own, opp, depth, alpha, beta):
        """Return the value of a position in which the opponent is to move."""
        self.nodes += 1
        if not self.nodes % NODES_BETWEEN_LOOKS:
            self.look_at_clock()
        moves = blanks & KNIGHT_TARGETS[opp]
        if not moves & ALL_BUT_BIT_0:
            return WIN * (1 + depth)
        if depth <= 0:
            value = evaluate(blanks, own, opp)
            return value if -LIMIT < value < LIMIT else clamped(value)
        best = INFINITY
        bit = moves & self.killers[depth]
        while moves:
            bit = bit or moves & -moves
            moves ^= bit
            value = self.highest(blanks ^ bit, own, bit.bit_length() - 1, depth - 1, alpha, beta)
            if value < best:
                best = value
                if best <= alpha:
                    self.killers[depth] = bit
                    break
                beta = min(beta, best)
            bit = 0
        return best


class CustomPlayer(DataPlayer):
    """Play by iterative deepening: a legal action at once, then better ones."""

    def get_action(self, state):
        """Put an action for the state, and better ones as long as there is time."""
        deadline = time.perf_counter() + SECONDS
        actions = state.actions()
        self.queue.put(random.choice(actions))
        if self.data and state in self.data:
            self.queue.put(self.data[state])
            return
        own, opp = state.locs[self.player_id], state.locs[1 - self.player_id]
        targets = [action if own is None else own + action for action in actions]
        # Of equal actions any may be the first one, as in the matches of the study.
        random.shuffle(targets)
        search = Search(deadline)
        places = [UNPLACED if square is None else square for square in (own, opp)]
        try:
            for depth in range(1, count_bits(state.board) + 1):
                best, value = search.best_action(state.board, *places, targets, depth)
                self.queue.put(best if own is None else best - own)
                if abs(value) > LIMIT:
                    return
                # The best action is tried first in the next, deeper search.
                targets.remove(best)
                targets.insert(0, best)
        except OutOfTime:
            return
'''
"""What stands behind the evaluation, which has `evaluate`, `KNIGHT_TARGETS` and `UNPLACED`."""
