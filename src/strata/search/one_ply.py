"""One-ply search: the static value of an action, with nothing searched beyond it."""

from strata.core.kernel.constants import DRAWN
from strata.core.kernel.evaluation import Evaluation
from strata.core.kernel.state import State
from strata.search.kernel.constants import WIN


def value_after(evaluation: Evaluation, state: State, action: int) -> int:
    """Return the value of `action` for the seat that acts; a win outranks every evaluation."""
    own = state.get_seat()
    following = state.after(action)
    if following.get_over():
        winner = following.get_outcome() % 4
        return 0 if winner == DRAWN else WIN - 1 if winner == own else 1 - WIN
    points: int = evaluation.get_score(following)
    return -points if own else points
