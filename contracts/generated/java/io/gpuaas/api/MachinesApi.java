// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.AccessTokenId;
import io.gpuaas.kernel.KeyId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Service accounts, their keys, and personal access tokens. */
public interface MachinesApi {

    /** Create a personal access token. */
    @ContractOperation(
            id = "createAccessToken",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "access_token.create",
            givesRights = GivesRights.PERSON)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/me/tokens", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    NewAccessToken createAccessToken(
            @Valid @RequestBody CreateAccessToken createAccessToken);

    /** Create a service account. */
    @ContractOperation(
            id = "createServiceAccount",
            permission = "service_accounts.manage",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "service_account.create",
            refusedWhenSuspended = true,
            givesRights = GivesRights.HELD)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/service-accounts", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    ServiceAccount createServiceAccount(
            @PathVariable("project_id") ProjectId projectId,
            @Valid @RequestBody CreateServiceAccount createServiceAccount);

    /** Add a key to a service account. */
    @ContractOperation(
            id = "createServiceAccountKey",
            permission = "service_accounts.manage",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "service_account_key.create",
            refusedWhenSuspended = true,
            givesRights = GivesRights.HELD)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/service-accounts/{service_account_id}/keys", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    NewServiceAccountKey createServiceAccountKey(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("service_account_id") PrincipalId serviceAccountId,
            @Valid @RequestBody CreateServiceAccountKey createServiceAccountKey);

    /** Delete a service account and revoke its keys and tokens. */
    @ContractOperation(
            id = "deleteServiceAccount",
            permission = "service_accounts.manage",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "service_account.delete")
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/projects/{project_id}/service-accounts/{service_account_id}", produces = "application/json")
    ServiceAccount deleteServiceAccount(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("service_account_id") PrincipalId serviceAccountId);

    /** Get a service account and its keys. */
    @ContractOperation(
            id = "getServiceAccount",
            permission = "service_accounts.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/service-accounts/{service_account_id}", produces = "application/json")
    ServiceAccount getServiceAccount(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("service_account_id") PrincipalId serviceAccountId);

    /** List the caller's personal access tokens. */
    @ContractOperation(
            id = "listAccessTokens",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/me/tokens", produces = "application/json")
    AccessTokenPage listAccessTokens(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List a project's service accounts. */
    @ContractOperation(
            id = "listServiceAccounts",
            permission = "service_accounts.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/service-accounts", produces = "application/json")
    ServiceAccountPage listServiceAccounts(
            @PathVariable("project_id") ProjectId projectId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Exchange a service account key for a 15-minute access token. */
    @ContractOperation(
            id = "mintToken",
            permission = "none",
            scope = Scope.PUBLIC,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "token.mint",
            givesRights = GivesRights.SECRET)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/token", produces = "application/json", consumes = "application/json")
    MintedToken mintToken(
            @Valid @RequestBody MintToken mintToken);

    /** Revoke all tokens of a principal. */
    @ContractOperation(
            id = "revokeAccess",
            permission = "principals.revoke",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "principal.revoke")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/principals/{principal_id}/revoke", produces = "application/json", consumes = "application/json")
    RevokedAccess revokeAccess(
            @PathVariable("principal_id") PrincipalId principalId,
            @Valid @RequestBody RevokeAccess revokeAccess);

    /** Revoke a personal access token. */
    @ContractOperation(
            id = "revokeAccessToken",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "access_token.revoke")
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/me/tokens/{access_token_id}", produces = "application/json")
    AccessToken revokeAccessToken(
            @PathVariable("access_token_id") AccessTokenId accessTokenId);

    /** Revoke a key and the tokens issued with it. */
    @ContractOperation(
            id = "revokeServiceAccountKey",
            permission = "service_accounts.manage",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "service_account_key.revoke")
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/projects/{project_id}/service-accounts/{service_account_id}/keys/{key_id}", produces = "application/json")
    ServiceAccountKey revokeServiceAccountKey(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("service_account_id") PrincipalId serviceAccountId,
            @PathVariable("key_id") KeyId keyId);

    /** Update, disable or enable a service account. */
    @ContractOperation(
            id = "updateServiceAccount",
            permission = "service_accounts.manage",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "service_account.update",
            refusedWhenSuspended = true,
            givesRights = GivesRights.HELD)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/projects/{project_id}/service-accounts/{service_account_id}", produces = "application/json", consumes = "application/json")
    ServiceAccount updateServiceAccount(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("service_account_id") PrincipalId serviceAccountId,
            @Valid @RequestBody UpdateServiceAccount updateServiceAccount);
}
