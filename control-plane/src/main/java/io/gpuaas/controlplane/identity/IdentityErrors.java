package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

final class IdentityErrors {

    private IdentityErrors() {}

    static ProblemException slugTaken(String slug) {
        return ProblemException.of(ErrorCode.SLUG_TAKEN, "The slug '" + slug + "' is taken.");
    }

    static ProblemException notEmpty(String what, String left) {
        return ProblemException.of(ErrorCode.NOT_EMPTY, "The " + what + " still has " + left + ".");
    }

    static ProblemException tenantSuspended() {
        return ProblemException.of(ErrorCode.TENANT_SUSPENDED, "The tenant is suspended and gets nothing new.");
    }

    static ProblemException lastOwner() {
        return ProblemException.of(ErrorCode.LAST_OWNER, "This is the tenant's only owner.");
    }

    static ProblemException roleBeyondCaller(Role role) {
        return ProblemException.of(
                ErrorCode.PERMISSION_DENIED,
                "To give or take the role " + role.wireName()
                        + " you must be permitted all that it permits, with this credential.");
    }

    static ProblemException scopesBeyondCaller(Set<String> missing) {
        return ProblemException.of(
                ErrorCode.PERMISSION_DENIED,
                "The service account would be permitted what you are not: " + String.join(", ", new TreeSet<>(missing))
                        + ".");
    }

    static ProblemException letterTooSoon(Duration wait) {
        return ProblemException.retryLater(
                ErrorCode.LETTER_LIMIT_REACHED,
                "An invitation letter went to this address less than an hour ago. Try again in " + minutes(wait) + ".",
                wait);
    }

    static ProblemException tooManyLetters(long most, Duration wait) {
        return ProblemException.retryLater(
                ErrorCode.LETTER_LIMIT_REACHED,
                "The tenant sent its " + most + " invitation letters of the last 24 hours. Try again in "
                        + minutes(wait) + ".",
                wait);
    }

    private static String minutes(Duration wait) {
        long minutes = wait.plusSeconds(59).toMinutes();
        return minutes == 1 ? "a minute" : minutes + " minutes";
    }

    static ProblemException usersKeptElsewhere() {
        return ProblemException.of(
                ErrorCode.USERS_KEPT_ELSEWHERE, "People are managed at the identity provider this installation uses.");
    }

    static ProblemException emailTaken() {
        return ProblemException.of(ErrorCode.EMAIL_TAKEN, "Somebody with this mail address is known already.");
    }

    static ProblemException lastPlatformAdmin() {
        return ProblemException.of(ErrorCode.LAST_PLATFORM_ADMIN, "Nobody else is a platform administrator.");
    }

    static ProblemException alreadyMember() {
        return ProblemException.of(ErrorCode.ALREADY_MEMBER, "This person holds a role there already.");
    }

    static ProblemException invitationNotOpen() {
        return ProblemException.of(
                ErrorCode.INVITATION_NOT_OPEN, "The invitation was answered or taken back, or has expired.");
    }

    static ProblemException invitationForSomebodyElse() {
        return ProblemException.of(
                ErrorCode.INVITATION_FOR_SOMEBODY_ELSE, "The invitation was sent to another address than yours.");
    }

    static ProblemException tooMany(String what, long most) {
        return ProblemException.of(ErrorCode.TOO_MANY, "There may be " + most + " " + what + " at most.");
    }

    static ProblemException credentialTooNarrow() {
        return ProblemException.of(
                ErrorCode.CREDENTIAL_TOO_NARROW,
                "This needs a person's own sign-in, not a token with scopes or that of a machine.");
    }

    static ProblemException ownSecondFactors() {
        return ProblemException.of(
                ErrorCode.PERMISSION_DENIED,
                "Remove your own second factors on the page /factors, signed in with one.");
    }

    /** One answer for every reason, so that it tells nothing. */
    static ProblemException keyRefused() {
        return ProblemException.of(
                ErrorCode.UNAUTHENTICATED, "The key is not known, not valid any more, or not proven.");
    }
}
