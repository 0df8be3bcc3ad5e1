"""The order in which a request's dependencies are resolved: one after another.

Litestar starts a task for each of several dependencies. Most of ours are parts of the application,
which are at hand: tasks would take more time than everything else about a small request.
"""

from __future__ import annotations

from collections.abc import Iterator

from litestar import Litestar
from litestar._kwargs.kwargs_model import KwargsModel
from litestar.routes import HTTPRoute, WebSocketRoute


def resolve_in_turn(app: Litestar) -> None:
    """Let every route of `app` resolve its dependencies without tasks."""
    for model in parameter_models(app):
        model.dependency_batches = [
            {dependency}
            for batch in model.dependency_batches
            for dependency in sorted(batch, key=lambda dependency: dependency.key)
        ]


def parameter_models(app: Litestar) -> Iterator[KwargsModel]:
    """Yield the model of the parameters of every handler."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for _, model in route.route_handler_map.values():
                yield model
        elif isinstance(route, WebSocketRoute) and route.handler_parameter_model:
            yield route.handler_parameter_model
