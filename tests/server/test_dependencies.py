"""Requests wait for nothing but what their handlers need."""

from __future__ import annotations

from strata.server.app import create_app
from strata.server.config import Config
from strata.server.http.dependencies import parameter_models


def test_dependencies_are_resolved_without_tasks(config: Config) -> None:
    """Litestar starts a task for each dependency of a batch with several."""
    models = list(parameter_models(create_app(config)))
    assert len(models) > 60
    assert {len(batch) for model in models for batch in model.dependency_batches} == {1}
    assert max(len(model.dependency_batches) for model in models) > 5
