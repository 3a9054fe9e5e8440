// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.AccessTokenId;
import io.gpuaas.kernel.KeyId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import org.jspecify.annotations.Nullable;

/** Service accounts, their keys, and personal access tokens. */
public final class MachinesApi {

    private final Transport transport;

    MachinesApi(Transport transport) {
        this.transport = transport;
    }

    /** Create a personal access token. */
    public NewAccessToken createAccessToken(CreateAccessToken createAccessToken) {
        return createAccessToken(createAccessToken, IdempotencyKey.random());
    }

    /** Create a personal access token, under a key you chose: the same key again answers the same and does nothing more. */
    public NewAccessToken createAccessToken(CreateAccessToken createAccessToken, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/me/tokens")
                .idempotencyKey(idempotencyKey)
                .body(createAccessToken)
                .accept("application/json");
        return transport.send(call, NewAccessToken.class);
    }

    /** Create a service account. */
    public ServiceAccount createServiceAccount(ProjectId projectId, CreateServiceAccount createServiceAccount) {
        return createServiceAccount(projectId, createServiceAccount, IdempotencyKey.random());
    }

    /** Create a service account, under a key you chose: the same key again answers the same and does nothing more. */
    public ServiceAccount createServiceAccount(ProjectId projectId, CreateServiceAccount createServiceAccount, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/service-accounts")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(createServiceAccount)
                .accept("application/json");
        return transport.send(call, ServiceAccount.class);
    }

    /** Add a key to a service account. */
    public NewServiceAccountKey createServiceAccountKey(ProjectId projectId, PrincipalId serviceAccountId, CreateServiceAccountKey createServiceAccountKey) {
        return createServiceAccountKey(projectId, serviceAccountId, createServiceAccountKey, IdempotencyKey.random());
    }

    /** Add a key to a service account, under a key you chose: the same key again answers the same and does nothing more. */
    public NewServiceAccountKey createServiceAccountKey(ProjectId projectId, PrincipalId serviceAccountId, CreateServiceAccountKey createServiceAccountKey, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/service-accounts/{service_account_id}/keys")
                .path("project_id", projectId)
                .path("service_account_id", serviceAccountId)
                .idempotencyKey(idempotencyKey)
                .body(createServiceAccountKey)
                .accept("application/json");
        return transport.send(call, NewServiceAccountKey.class);
    }

    /** Delete a service account and revoke its keys and tokens. */
    public ServiceAccount deleteServiceAccount(ProjectId projectId, PrincipalId serviceAccountId) {
        return deleteServiceAccount(projectId, serviceAccountId, IdempotencyKey.random());
    }

    /** Delete a service account and revoke its keys and tokens, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public ServiceAccount deleteServiceAccount(ProjectId projectId, PrincipalId serviceAccountId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/projects/{project_id}/service-accounts/{service_account_id}")
                .path("project_id", projectId)
                .path("service_account_id", serviceAccountId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, ServiceAccount.class);
    }

    /** Get a service account and its keys. */
    public ServiceAccount getServiceAccount(ProjectId projectId, PrincipalId serviceAccountId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/service-accounts/{service_account_id}")
                .path("project_id", projectId)
                .path("service_account_id", serviceAccountId)
                .accept("application/json");
        return transport.send(call, ServiceAccount.class);
    }

    /** List the caller's personal access tokens. */
    public AccessTokenPage listAccessTokens(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/me/tokens")
                .page(page)
                .accept("application/json");
        return transport.send(call, AccessTokenPage.class);
    }

    /** List a project's service accounts. */
    public ServiceAccountPage listServiceAccounts(ProjectId projectId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/service-accounts")
                .path("project_id", projectId)
                .page(page)
                .accept("application/json");
        return transport.send(call, ServiceAccountPage.class);
    }

    /** Exchange a service account key for a 15-minute access token. */
    public MintedToken mintToken(MintToken mintToken) {
        Call call = Call.of("POST", "/api/v1/token")
                .body(mintToken)
                .accept("application/json");
        return transport.send(call, MintedToken.class);
    }

    /** Revoke all tokens of a principal. */
    public RevokedAccess revokeAccess(PrincipalId principalId, RevokeAccess revokeAccess) {
        return revokeAccess(principalId, revokeAccess, IdempotencyKey.random());
    }

    /** Revoke all tokens of a principal, under a key you chose: the same key again answers the same and does nothing more. */
    public RevokedAccess revokeAccess(PrincipalId principalId, RevokeAccess revokeAccess, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/principals/{principal_id}/revoke")
                .path("principal_id", principalId)
                .idempotencyKey(idempotencyKey)
                .body(revokeAccess)
                .accept("application/json");
        return transport.send(call, RevokedAccess.class);
    }

    /** Revoke a personal access token. */
    public AccessToken revokeAccessToken(AccessTokenId accessTokenId) {
        return revokeAccessToken(accessTokenId, IdempotencyKey.random());
    }

    /** Revoke a personal access token, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AccessToken revokeAccessToken(AccessTokenId accessTokenId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/me/tokens/{access_token_id}")
                .path("access_token_id", accessTokenId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, AccessToken.class);
    }

    /** Revoke a key and the tokens issued with it. */
    public ServiceAccountKey revokeServiceAccountKey(ProjectId projectId, PrincipalId serviceAccountId, KeyId keyId) {
        return revokeServiceAccountKey(projectId, serviceAccountId, keyId, IdempotencyKey.random());
    }

    /** Revoke a key and the tokens issued with it, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public ServiceAccountKey revokeServiceAccountKey(ProjectId projectId, PrincipalId serviceAccountId, KeyId keyId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/projects/{project_id}/service-accounts/{service_account_id}/keys/{key_id}")
                .path("project_id", projectId)
                .path("service_account_id", serviceAccountId)
                .path("key_id", keyId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, ServiceAccountKey.class);
    }

    /** Update, disable or enable a service account. */
    public ServiceAccount updateServiceAccount(ProjectId projectId, PrincipalId serviceAccountId, UpdateServiceAccount updateServiceAccount) {
        return updateServiceAccount(projectId, serviceAccountId, updateServiceAccount, IdempotencyKey.random());
    }

    /** Update, disable or enable a service account, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public ServiceAccount updateServiceAccount(ProjectId projectId, PrincipalId serviceAccountId, UpdateServiceAccount updateServiceAccount, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/projects/{project_id}/service-accounts/{service_account_id}")
                .path("project_id", projectId)
                .path("service_account_id", serviceAccountId)
                .idempotencyKey(idempotencyKey)
                .body(updateServiceAccount)
                .accept("application/json");
        return transport.send(call, ServiceAccount.class);
    }
}
