# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class EntitlementsApi:
    """The apps that tenants and projects may use, and requests for them."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def decide_app_request(
        self,
        tenant_id: UUID,
        app_request_id: UUID,
        decide_app_request: DecideAppRequest,
        *,
        idempotency_key: str | None = None,
    ) -> AppRequest:
        """Approve or decline a request for an app."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/app-requests/{app_request_id}/decide", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("app_request_id", app_request_id)
        call.body(decide_app_request)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, AppRequest)

    def get_app_entitlement(
        self,
        project_id: UUID,
        namespace: str,
        app_name: str,
        *,
        version: str | None = None,
    ) -> AppEntitlement:
        """Decide whether the caller may use an app in a project."""
        call = Call("GET", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/entitlement", accept="application/json")
        call.path("project_id", project_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.query("version", version)
        return self._transport.send(call, AppEntitlement)

    def list_app_requests(
        self,
        tenant_id: UUID,
        *,
        state: AppRequestState | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AppRequestPage:
        """List requests for apps in a tenant."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/app-requests", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("state", state)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, AppRequestPage)

    def list_tenant_entitlements(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> TenantEntitlementPage:
        """List which apps the platform grants to a tenant or withholds."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/app-entitlements", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, TenantEntitlementPage)

    def remove_project_entitlement(
        self,
        project_id: UUID,
        namespace: str,
        app_name: str,
        *,
        idempotency_key: str | None = None,
    ) -> ProjectEntitlement:
        """Disable an app for a project."""
        call = Call("DELETE", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/entitlement", accept="application/json")
        call.path("project_id", project_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, ProjectEntitlement)

    def remove_tenant_entitlement(
        self,
        tenant_id: UUID,
        namespace: str,
        app_name: str,
        *,
        idempotency_key: str | None = None,
    ) -> TenantEntitlement:
        """Return an app to the platform's default for a tenant."""
        call = Call("DELETE", "/api/v1/tenants/{tenant_id}/app-entitlements/{namespace}/{app_name}", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, TenantEntitlement)

    def request_app(
        self,
        project_id: UUID,
        request_app: RequestApp,
        *,
        idempotency_key: str | None = None,
    ) -> AppRequest:
        """Ask for an app to be enabled in a project."""
        call = Call("POST", "/api/v1/projects/{project_id}/app-requests", accept="application/json")
        call.path("project_id", project_id)
        call.body(request_app)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, AppRequest)

    def set_project_entitlement(
        self,
        project_id: UUID,
        namespace: str,
        app_name: str,
        set_project_entitlement: SetProjectEntitlement,
        *,
        idempotency_key: str | None = None,
    ) -> ProjectEntitlement:
        """Enable an app for a project, with limits."""
        call = Call("PUT", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/entitlement", accept="application/json")
        call.path("project_id", project_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.body(set_project_entitlement)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, ProjectEntitlement)

    def set_tenant_entitlement(
        self,
        tenant_id: UUID,
        namespace: str,
        app_name: str,
        set_tenant_entitlement: SetTenantEntitlement,
        *,
        idempotency_key: str | None = None,
    ) -> TenantEntitlement:
        """Grant an app to a tenant or withhold it."""
        call = Call("PUT", "/api/v1/tenants/{tenant_id}/app-entitlements/{namespace}/{app_name}", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("namespace", namespace)
        call.path("app_name", app_name)
        call.body(set_tenant_entitlement)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, TenantEntitlement)
