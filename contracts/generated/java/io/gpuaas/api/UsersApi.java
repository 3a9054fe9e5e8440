// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.PrincipalId;
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

/** Users, their platform roles, and their passwords. */
public interface UsersApi {

    /** Change the caller's password and end all sessions. */
    @ContractOperation(
            id = "changePassword",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "user.change_password",
            givesRights = GivesRights.PERSON)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/me/password", produces = "application/json", consumes = "application/json")
    User changePassword(
            @Valid @RequestBody ChangePassword changePassword);

    /** Create a user who signs in with a password. */
    @ContractOperation(
            id = "createUser",
            permission = "users.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "user.create",
            givesRights = GivesRights.PERSON)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/users", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    UserPassword createUser(
            @Valid @RequestBody CreateUser createUser);

    /** Disable a user and end their access. */
    @ContractOperation(
            id = "disableUser",
            permission = "users.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "user.disable")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/users/{principal_id}/disable", produces = "application/json", consumes = "application/json")
    User disableUser(
            @PathVariable("principal_id") PrincipalId principalId,
            @Valid @RequestBody DisableUser disableUser);

    /** Enable a disabled user. */
    @ContractOperation(
            id = "enableUser",
            permission = "users.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "user.enable",
            givesRights = GivesRights.PERSON)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/users/{principal_id}/enable", produces = "application/json")
    User enableUser(
            @PathVariable("principal_id") PrincipalId principalId);

    /** Get a user. */
    @ContractOperation(
            id = "getUser",
            permission = "users.read",
            scope = Scope.PLATFORM,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/users/{principal_id}", produces = "application/json")
    User getUser(
            @PathVariable("principal_id") PrincipalId principalId);

    /** Accept an invitation and create an account. */
    @ContractOperation(
            id = "joinByInvitation",
            permission = "none",
            scope = Scope.PUBLIC,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "invitation.join",
            givesRights = GivesRights.SECRET)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/invitations/join", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    User joinByInvitation(
            @Valid @RequestBody JoinByInvitation joinByInvitation);

    /** List users, newest first. */
    @ContractOperation(
            id = "listUsers",
            permission = "users.read",
            scope = Scope.PLATFORM,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/users", produces = "application/json")
    UserPage listUsers(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Remove a user's second factors. */
    @ContractOperation(
            id = "removeSecondFactors",
            permission = "users.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "user.remove_second_factors",
            givesRights = GivesRights.PERSON)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/users/{principal_id}/remove-second-factors", produces = "application/json")
    User removeSecondFactors(
            @PathVariable("principal_id") PrincipalId principalId);

    /** Reset a user's password and end their sessions. */
    @ContractOperation(
            id = "resetPassword",
            permission = "users.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "user.reset_password",
            givesRights = GivesRights.PERSON)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/users/{principal_id}/reset-password", produces = "application/json")
    UserPassword resetPassword(
            @PathVariable("principal_id") PrincipalId principalId);

    /** Set a user's platform roles. */
    @ContractOperation(
            id = "setPlatformRoles",
            permission = "users.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "user.set_platform_roles",
            givesRights = GivesRights.HELD)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/users/{principal_id}/platform-roles", produces = "application/json", consumes = "application/json")
    User setPlatformRoles(
            @PathVariable("principal_id") PrincipalId principalId,
            @Valid @RequestBody SetPlatformRoles setPlatformRoles);
}
