"""For those who watch the service: whether it is well, and its figures for Prometheus."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator

from flask import Blueprint, Response, abort, jsonify, request

from pbp.service.health import Figure
from pbp.web.rooms import rooms

pages = Blueprint("health", __name__)


@pages.get("/health")
def health() -> tuple[Response, int]:
    """Whether runs come as they should, for whoever asks: 200, or 503 with what is wrong; nothing else is told."""
    try:
        found = rooms().service.health()
    except Exception as error:
        return jsonify(status="fails", why=type(error).__name__), 503
    last = found.last_run.isoformat() if found.last_run else None
    if found.well:
        return jsonify(status="ok", last_run=last), 200
    return jsonify(status="late", why=found.why, last_run=last), 503


@pages.get("/metrics")
def metrics() -> Response:
    """The figures, for who bears the token of the configuration alone: they tell how many letters came."""
    wanted = rooms().house.metrics_token
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if not wanted or kind.lower() != "bearer" or not hmac.compare_digest(token.strip().encode(), wanted.encode()):
        abort(404)
    return Response(as_text(rooms().service.figures()), content_type="text/plain; version=0.0.4; charset=utf-8")


def as_text(figures: Iterable[Figure]) -> str:
    """Figures in the text form of Prometheus."""
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.core import GaugeMetricFamily
    from prometheus_client.registry import Collector

    class Kept(Collector):
        def collect(self) -> Iterator[GaugeMetricFamily]:
            families: dict[str, GaugeMetricFamily] = {}
            for figure in figures:
                family = families.setdefault(
                    figure.name, GaugeMetricFamily(figure.name, figure.about, labels=list(figure.labels))
                )
                family.add_metric(list(figure.labels.values()), figure.value)
            yield from families.values()

    registry = CollectorRegistry(auto_describe=False)
    registry.register(Kept())
    return generate_latest(registry).decode()
