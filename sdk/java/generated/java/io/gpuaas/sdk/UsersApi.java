// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.PrincipalId;
import org.jspecify.annotations.Nullable;

/** Users, their platform roles, and their passwords. */
public final class UsersApi {

    private final Transport transport;

    UsersApi(Transport transport) {
        this.transport = transport;
    }

    /** Change the caller's password and end all sessions. */
    public User changePassword(ChangePassword changePassword) {
        Call call = Call.of("POST", "/api/v1/me/password")
                .body(changePassword)
                .accept("application/json");
        return transport.send(call, User.class);
    }

    /** Create a user who signs in with a password. */
    public UserPassword createUser(CreateUser createUser) {
        return createUser(createUser, IdempotencyKey.random());
    }

    /** Create a user who signs in with a password, under a key you chose: the same key again answers the same and does nothing more. */
    public UserPassword createUser(CreateUser createUser, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/users")
                .idempotencyKey(idempotencyKey)
                .body(createUser)
                .accept("application/json");
        return transport.send(call, UserPassword.class);
    }

    /** Disable a user and end their access. */
    public User disableUser(PrincipalId principalId, DisableUser disableUser) {
        return disableUser(principalId, disableUser, IdempotencyKey.random());
    }

    /** Disable a user and end their access, under a key you chose: the same key again answers the same and does nothing more. */
    public User disableUser(PrincipalId principalId, DisableUser disableUser, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/users/{principal_id}/disable")
                .path("principal_id", principalId)
                .idempotencyKey(idempotencyKey)
                .body(disableUser)
                .accept("application/json");
        return transport.send(call, User.class);
    }

    /** Enable a disabled user. */
    public User enableUser(PrincipalId principalId) {
        return enableUser(principalId, IdempotencyKey.random());
    }

    /** Enable a disabled user, under a key you chose: the same key again answers the same and does nothing more. */
    public User enableUser(PrincipalId principalId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/users/{principal_id}/enable")
                .path("principal_id", principalId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, User.class);
    }

    /** Get a user. */
    public User getUser(PrincipalId principalId) {
        Call call = Call.of("GET", "/api/v1/users/{principal_id}")
                .path("principal_id", principalId)
                .accept("application/json");
        return transport.send(call, User.class);
    }

    /** Accept an invitation and create an account. */
    public User joinByInvitation(JoinByInvitation joinByInvitation) {
        Call call = Call.of("POST", "/api/v1/invitations/join")
                .body(joinByInvitation)
                .accept("application/json");
        return transport.send(call, User.class);
    }

    /** List users, newest first. */
    public UserPage listUsers(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/users")
                .page(page)
                .accept("application/json");
        return transport.send(call, UserPage.class);
    }

    /** Remove a user's second factors. */
    public User removeSecondFactors(PrincipalId principalId) {
        return removeSecondFactors(principalId, IdempotencyKey.random());
    }

    /** Remove a user's second factors, under a key you chose: the same key again answers the same and does nothing more. */
    public User removeSecondFactors(PrincipalId principalId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/users/{principal_id}/remove-second-factors")
                .path("principal_id", principalId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, User.class);
    }

    /** Reset a user's password and end their sessions. */
    public UserPassword resetPassword(PrincipalId principalId) {
        return resetPassword(principalId, IdempotencyKey.random());
    }

    /** Reset a user's password and end their sessions, under a key you chose: the same key again answers the same and does nothing more. */
    public UserPassword resetPassword(PrincipalId principalId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/users/{principal_id}/reset-password")
                .path("principal_id", principalId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, UserPassword.class);
    }

    /** Set a user's platform roles. */
    public User setPlatformRoles(PrincipalId principalId, SetPlatformRoles setPlatformRoles) {
        return setPlatformRoles(principalId, setPlatformRoles, IdempotencyKey.random());
    }

    /** Set a user's platform roles, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public User setPlatformRoles(PrincipalId principalId, SetPlatformRoles setPlatformRoles, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/users/{principal_id}/platform-roles")
                .path("principal_id", principalId)
                .idempotencyKey(idempotencyKey)
                .body(setPlatformRoles)
                .accept("application/json");
        return transport.send(call, User.class);
    }
}
