# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncAppsApi:
    """Apps, their versions and reviews."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def compare_app_versions(
        self,
        project_id: UUID,
        namespace: str,
        app_name: str,
        app_version: str,
        *,
        from_: str | None = None,
    ) -> AppVersionChanges:
        """Compare a version with another version of the app."""
        call = Call("GET", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/changes", accept="application/json")
        call.path("project_id", project_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.path("app_version", app_version)
        call.query("from", from_)
        return await self._transport.send(call, AppVersionChanges)

    async def create_app_version(
        self,
        project_id: UUID,
        create_app_version: CreateAppVersion,
        *,
        idempotency_key: str | None = None,
    ) -> AppVersion:
        """Create or replace a draft version of an app from a manifest."""
        call = Call("POST", "/api/v1/projects/{project_id}/app-versions", accept="application/json")
        call.path("project_id", project_id)
        call.body(create_app_version)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, AppVersion)

    async def deprecate_app_version(
        self,
        project_id: UUID,
        namespace: str,
        app_name: str,
        app_version: str,
        deprecate_app_version: DeprecateAppVersion,
        *,
        idempotency_key: str | None = None,
    ) -> AppVersion:
        """Deprecate a version in favour of another."""
        call = Call("POST", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/deprecate", accept="application/json")
        call.path("project_id", project_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.path("app_version", app_version)
        call.body(deprecate_app_version)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, AppVersion)

    async def get_app(
        self,
        project_id: UUID,
        namespace: str,
        app_name: str,
    ) -> App:
        """Get an app with its channels."""
        call = Call("GET", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}", accept="application/json")
        call.path("project_id", project_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        return await self._transport.send(call, App)

    async def get_app_review(
        self,
        namespace: str,
        app_name: str,
        app_version: str,
    ) -> AppReview:
        """Get a version under review with its changes and points to agree to."""
        call = Call("GET", "/api/v1/app-reviews/{namespace}/{app_name}/{app_version}", accept="application/json")
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.path("app_version", app_version)
        return await self._transport.send(call, AppReview)

    async def get_app_version(
        self,
        project_id: UUID,
        namespace: str,
        app_name: str,
        app_version: str,
    ) -> AppVersion:
        """Get a version of an app with its manifest."""
        call = Call("GET", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}", accept="application/json")
        call.path("project_id", project_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.path("app_version", app_version)
        return await self._transport.send(call, AppVersion)

    async def lift_app_suspension(
        self,
        app_suspension_id: UUID,
        lift_app_suspension: LiftAppSuspension,
        *,
        idempotency_key: str | None = None,
    ) -> AppSuspension:
        """Lift a suspension."""
        call = Call("POST", "/api/v1/app-suspensions/{app_suspension_id}/lift", accept="application/json")
        call.path("app_suspension_id", app_suspension_id)
        call.body(lift_app_suspension)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, AppSuspension)

    async def list_app_reviews(
        self,
        *,
        state: AppVersionState | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AppReviewPage:
        """List versions that wait for a review."""
        call = Call("GET", "/api/v1/app-reviews", accept="application/json")
        call.query("state", state)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, AppReviewPage)

    async def list_app_suspensions(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AppSuspensionPage:
        """List suspensions of publishers, apps and versions."""
        call = Call("GET", "/api/v1/app-suspensions", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, AppSuspensionPage)

    async def list_app_versions(
        self,
        project_id: UUID,
        namespace: str,
        app_name: str,
        *,
        state: AppVersionState | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AppVersionPage:
        """List the versions of an app."""
        call = Call("GET", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions", accept="application/json")
        call.path("project_id", project_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.query("state", state)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, AppVersionPage)

    async def list_apps(
        self,
        project_id: UUID,
        *,
        search: str | None = None,
        category: str | None = None,
        enabled: bool | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AppPage:
        """List the apps a project has or can ask for."""
        call = Call("GET", "/api/v1/projects/{project_id}/apps", accept="application/json")
        call.path("project_id", project_id)
        call.query("search", search)
        call.query("category", category)
        call.query("enabled", enabled)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, AppPage)

    async def publish_app_version(
        self,
        project_id: UUID,
        namespace: str,
        app_name: str,
        app_version: str,
        publish_app_version: PublishAppVersion,
        *,
        idempotency_key: str | None = None,
    ) -> AppVersion:
        """Publish a version in a channel."""
        call = Call("POST", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/publish", accept="application/json")
        call.path("project_id", project_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.path("app_version", app_version)
        call.body(publish_app_version)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, AppVersion)

    async def review_app_version(
        self,
        namespace: str,
        app_name: str,
        app_version: str,
        review_app_version: ReviewAppVersion,
        *,
        idempotency_key: str | None = None,
    ) -> AppVersion:
        """Approve a version, request changes, or reject it."""
        call = Call("POST", "/api/v1/app-reviews/{namespace}/{app_name}/{app_version}/decide", accept="application/json")
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.path("app_version", app_version)
        call.body(review_app_version)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, AppVersion)

    async def start_app_review(
        self,
        namespace: str,
        app_name: str,
        app_version: str,
        *,
        idempotency_key: str | None = None,
    ) -> AppReview:
        """Start the review of a submitted version."""
        call = Call("POST", "/api/v1/app-reviews/{namespace}/{app_name}/{app_version}/start", accept="application/json")
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.path("app_version", app_version)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, AppReview)

    async def submit_app_version(
        self,
        project_id: UUID,
        namespace: str,
        app_name: str,
        app_version: str,
        *,
        idempotency_key: str | None = None,
    ) -> AppVersion:
        """Submit a draft for review."""
        call = Call("POST", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/submit", accept="application/json")
        call.path("project_id", project_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.path("app_version", app_version)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, AppVersion)

    async def suspend_apps(
        self,
        suspend_apps: SuspendApps,
        *,
        idempotency_key: str | None = None,
    ) -> AppSuspension:
        """Suspend a publisher, an app or a version."""
        call = Call("POST", "/api/v1/app-suspensions", accept="application/json")
        call.body(suspend_apps)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, AppSuspension)

    async def update_app(
        self,
        project_id: UUID,
        namespace: str,
        app_name: str,
        update_app: UpdateApp,
        *,
        idempotency_key: str | None = None,
    ) -> App:
        """Set who sees an app, and its categories."""
        call = Call("PUT", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}", accept="application/json")
        call.path("project_id", project_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.body(update_app)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, App)

    async def withdraw_app_version(
        self,
        project_id: UUID,
        namespace: str,
        app_name: str,
        app_version: str,
        *,
        idempotency_key: str | None = None,
    ) -> AppVersion:
        """Withdraw a version from review."""
        call = Call("POST", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/versions/{app_version}/withdraw", accept="application/json")
        call.path("project_id", project_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.path("app_version", app_version)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, AppVersion)
