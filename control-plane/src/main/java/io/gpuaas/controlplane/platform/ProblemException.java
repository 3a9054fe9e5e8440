package io.gpuaas.controlplane.platform;

import io.gpuaas.api.Violation;
import io.gpuaas.kernel.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ends an operation with a catalogued error. Domains build it through named factories of their own
 * ({@code IdentityErrors.slugTaken(slug)}).
 */
public final class ProblemException extends RuntimeException {

    private final ErrorCode code;
    private final List<Violation> violations;
    private final @Nullable Duration retryAfter;

    private ProblemException(
            ErrorCode code,
            String detail,
            List<Violation> violations,
            @Nullable Duration retryAfter,
            @Nullable Throwable cause) {
        super(detail, cause);
        this.code = code;
        this.violations = List.copyOf(violations);
        this.retryAfter = retryAfter;
    }

    public static ProblemException of(ErrorCode code, String detail) {
        return new ProblemException(code, detail, List.of(), null, null);
    }

    public static ProblemException of(ErrorCode code, String detail, List<Violation> violations) {
        return new ProblemException(code, detail, violations, null, null);
    }

    public static ProblemException invalid(String detail, List<Violation> violations) {
        return new ProblemException(ErrorCode.REQUEST_INVALID, detail, violations, null, null);
    }

    public static ProblemException invalid(String field, String message) {
        return invalid(field + " " + message, List.of(new Violation(field, message)));
    }

    public static ProblemException retryLater(ErrorCode code, String detail, Duration retryAfter) {
        return new ProblemException(code, detail, List.of(), retryAfter, null);
    }

    public static ProblemException retryLater(ErrorCode code, String detail, Duration retryAfter, Throwable cause) {
        return new ProblemException(code, detail, List.of(), retryAfter, cause);
    }

    public static ProblemException caused(ErrorCode code, String detail, Throwable cause) {
        return new ProblemException(code, detail, List.of(), null, cause);
    }

    public static ProblemException notFound(String what) {
        return of(ErrorCode.NOT_FOUND, "There is no such " + what + ".");
    }

    public ErrorCode code() {
        return code;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }

    public List<Violation> violations() {
        return violations;
    }

    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
