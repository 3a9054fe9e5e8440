package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

public final class IdentityErrors {

    private IdentityErrors() {}

    static ProblemException slugTaken(String slug) {
        return ProblemException.of(
                ErrorCode.SLUG_TAKEN, "The slug '" + slug + "' is already taken. Choose another one.");
    }

    static ProblemException notEmpty(String what, String left) {
        return ProblemException.of(ErrorCode.NOT_EMPTY, "The " + what + " still has " + left + ".");
    }

    static ProblemException tenantSuspended() {
        return ProblemException.of(
                ErrorCode.TENANT_SUSPENDED, "The tenant is suspended. New resources cannot be created.");
    }

    static ProblemException lastOwner() {
        return ProblemException.of(
                ErrorCode.LAST_OWNER, "This is the tenant's only owner. Make another member an owner first.");
    }

    static ProblemException roleBeyondCaller(Role role) {
        return ProblemException.of(
                ErrorCode.PERMISSION_DENIED,
                "To grant or revoke the role " + role.wireName()
                        + ", your credential must have all of its permissions.");
    }

    public static ProblemException scopesBeyondCaller(Set<String> missing) {
        return ProblemException.of(
                ErrorCode.PERMISSION_DENIED,
                "You cannot grant permissions that you do not have: " + String.join(", ", new TreeSet<>(missing))
                        + ".");
    }

    static ProblemException letterTooSoon(Duration wait) {
        return ProblemException.retryLater(
                ErrorCode.LETTER_LIMIT_REACHED,
                "An invitation email was sent to this address less than an hour ago. Try again in " + minutes(wait)
                        + ".",
                wait);
    }

    static ProblemException tooManyLetters(long most, Duration wait) {
        return ProblemException.retryLater(
                ErrorCode.LETTER_LIMIT_REACHED,
                "The tenant has sent " + most + " invitation emails in the last 24 hours, the maximum. Try again in "
                        + minutes(wait) + ".",
                wait);
    }

    private static String minutes(Duration wait) {
        long minutes = wait.plusSeconds(59).toMinutes();
        return minutes == 1 ? "1 minute" : minutes + " minutes";
    }

    static ProblemException usersKeptElsewhere() {
        return ProblemException.of(
                ErrorCode.USERS_KEPT_ELSEWHERE,
                "Users are managed by an external identity provider. Make the change there.");
    }

    static ProblemException emailTaken() {
        return ProblemException.of(
                ErrorCode.EMAIL_TAKEN, "A user with this email address already exists. Sign in with that account.");
    }

    static ProblemException lastPlatformAdmin() {
        return ProblemException.of(
                ErrorCode.LAST_PLATFORM_ADMIN,
                "This user is the only platform administrator. Give the role to another user first.");
    }

    static ProblemException alreadyMember() {
        return ProblemException.of(
                ErrorCode.ALREADY_MEMBER, "This person already has a role there. Change the role instead.");
    }

    static ProblemException invitationNotOpen() {
        return ProblemException.of(
                ErrorCode.INVITATION_NOT_OPEN,
                "The invitation was already answered, was revoked, or has expired. Ask for a new one.");
    }

    static ProblemException invitationForSomebodyElse() {
        return ProblemException.of(
                ErrorCode.INVITATION_FOR_SOMEBODY_ELSE,
                "The invitation was sent to a different email address. Sign in with that account.");
    }

    public static ProblemException tooMany(String what, long most) {
        return ProblemException.of(ErrorCode.TOO_MANY, "At most " + most + " " + what + " are allowed.");
    }

    static ProblemException credentialTooNarrow() {
        return ProblemException.of(
                ErrorCode.CREDENTIAL_TOO_NARROW,
                "Scoped tokens and service account tokens cannot do this. Sign in with your own account.");
    }

    static ProblemException ownSecondFactors() {
        return ProblemException.of(
                ErrorCode.PERMISSION_DENIED,
                "Remove your own second factors on the /factors page, after signing in with one of them.");
    }

    /** One answer for every reason, so that it reveals none. */
    public static ProblemException keyRefused() {
        return ProblemException.of(
                ErrorCode.UNAUTHENTICATED, "The key is unknown, expired or revoked, or its proof is invalid.");
    }
}
