# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class MachinesApi:
    """Service accounts, their keys, and personal access tokens."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_access_token(
        self,
        create_access_token: CreateAccessToken,
        *,
        idempotency_key: str | None = None,
    ) -> NewAccessToken:
        """Create a personal access token."""
        call = Call("POST", "/api/v1/me/tokens", accept="application/json")
        call.body(create_access_token)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, NewAccessToken)

    def create_service_account(
        self,
        project_id: UUID,
        create_service_account: CreateServiceAccount,
        *,
        idempotency_key: str | None = None,
    ) -> ServiceAccount:
        """Create a service account."""
        call = Call("POST", "/api/v1/projects/{project_id}/service-accounts", accept="application/json")
        call.path("project_id", project_id)
        call.body(create_service_account)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, ServiceAccount)

    def create_service_account_key(
        self,
        project_id: UUID,
        service_account_id: UUID,
        create_service_account_key: CreateServiceAccountKey,
        *,
        idempotency_key: str | None = None,
    ) -> NewServiceAccountKey:
        """Add a key to a service account."""
        call = Call("POST", "/api/v1/projects/{project_id}/service-accounts/{service_account_id}/keys", accept="application/json")
        call.path("project_id", project_id)
        call.path("service_account_id", service_account_id)
        call.body(create_service_account_key)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, NewServiceAccountKey)

    def delete_service_account(
        self,
        project_id: UUID,
        service_account_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> ServiceAccount:
        """Delete a service account and revoke its keys and tokens."""
        call = Call("DELETE", "/api/v1/projects/{project_id}/service-accounts/{service_account_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("service_account_id", service_account_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, ServiceAccount)

    def get_service_account(
        self,
        project_id: UUID,
        service_account_id: UUID,
    ) -> ServiceAccount:
        """Get a service account and its keys."""
        call = Call("GET", "/api/v1/projects/{project_id}/service-accounts/{service_account_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("service_account_id", service_account_id)
        return self._transport.send(call, ServiceAccount)

    def list_access_tokens(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AccessTokenPage:
        """List the caller's personal access tokens."""
        call = Call("GET", "/api/v1/me/tokens", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, AccessTokenPage)

    def list_service_accounts(
        self,
        project_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ServiceAccountPage:
        """List a project's service accounts."""
        call = Call("GET", "/api/v1/projects/{project_id}/service-accounts", accept="application/json")
        call.path("project_id", project_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, ServiceAccountPage)

    def mint_token(
        self,
        mint_token: MintToken,
    ) -> MintedToken:
        """Exchange a service account key for a 15-minute access token."""
        call = Call("POST", "/api/v1/token", accept="application/json")
        call.body(mint_token)
        return self._transport.send(call, MintedToken)

    def revoke_access(
        self,
        principal_id: UUID,
        revoke_access: RevokeAccess,
        *,
        idempotency_key: str | None = None,
    ) -> RevokedAccess:
        """Revoke all tokens of a principal."""
        call = Call("POST", "/api/v1/principals/{principal_id}/revoke", accept="application/json")
        call.path("principal_id", principal_id)
        call.body(revoke_access)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, RevokedAccess)

    def revoke_access_token(
        self,
        access_token_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> AccessToken:
        """Revoke a personal access token."""
        call = Call("DELETE", "/api/v1/me/tokens/{access_token_id}", accept="application/json")
        call.path("access_token_id", access_token_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, AccessToken)

    def revoke_service_account_key(
        self,
        project_id: UUID,
        service_account_id: UUID,
        key_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> ServiceAccountKey:
        """Revoke a key and the tokens issued with it."""
        call = Call("DELETE", "/api/v1/projects/{project_id}/service-accounts/{service_account_id}/keys/{key_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("service_account_id", service_account_id)
        call.path("key_id", key_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, ServiceAccountKey)

    def update_service_account(
        self,
        project_id: UUID,
        service_account_id: UUID,
        update_service_account: UpdateServiceAccount,
        *,
        idempotency_key: str | None = None,
    ) -> ServiceAccount:
        """Update, disable or enable a service account."""
        call = Call("PUT", "/api/v1/projects/{project_id}/service-accounts/{service_account_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("service_account_id", service_account_id)
        call.body(update_service_account)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, ServiceAccount)
