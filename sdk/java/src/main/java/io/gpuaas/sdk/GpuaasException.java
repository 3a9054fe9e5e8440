package io.gpuaas.sdk;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The server refused a call or failed at it. {@link #code()} is stable; texts are for people. What programs usually
 * tell apart has a class of its own.
 */
public class GpuaasException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    private GpuaasException(Problem problem) {
        super(sentence(problem));
        this.problem = problem;
    }

    static GpuaasException of(Problem problem) {
        return switch (problem.status()) {
            case 400, 422 -> new Invalid(problem);
            case 401 -> new NotSignedIn(problem);
            case 403 -> new NotPermitted(problem);
            case 404 -> new NotFound(problem);
            case 409 -> new Conflict(problem);
            case 429 -> new RateLimited(problem);
            case 503 -> new Unavailable(problem);
            default -> new GpuaasException(problem);
        };
    }

    /** The request itself is wrong; {@link #violations()} says where. */
    public static final class Invalid extends GpuaasException {
        private static final long serialVersionUID = 1L;

        private Invalid(Problem problem) {
            super(problem);
        }
    }

    /** There is no valid credential. */
    public static final class NotSignedIn extends GpuaasException {
        private static final long serialVersionUID = 1L;

        private NotSignedIn(Problem problem) {
            super(problem);
        }
    }

    /** The credential does not permit it. */
    public static final class NotPermitted extends GpuaasException {
        private static final long serialVersionUID = 1L;

        private NotPermitted(Problem problem) {
            super(problem);
        }
    }

    /** There is no such thing, or it is another tenant's. */
    public static final class NotFound extends GpuaasException {
        private static final long serialVersionUID = 1L;

        private NotFound(Problem problem) {
            super(problem);
        }
    }

    /** The current state does not allow it: a name is taken, a state is wrong, capacity or credit is missing. */
    public static final class Conflict extends GpuaasException {
        private static final long serialVersionUID = 1L;

        private Conflict(Problem problem) {
            super(problem);
        }
    }

    /** Too many calls; this one was repeated as often as the retry limits allow. */
    public static final class RateLimited extends GpuaasException {
        private static final long serialVersionUID = 1L;

        private RateLimited(Problem problem) {
            super(problem);
        }
    }

    /** The server cannot act now; this call was repeated as often as the retry limits allow. */
    public static final class Unavailable extends GpuaasException {
        private static final long serialVersionUID = 1L;

        private Unavailable(Problem problem) {
            super(problem);
        }
    }

    /** An answer that is no problem of ours, for instance a proxy's. */
    static GpuaasException unexpected(int status, String correlationId) {
        return of(new Problem(
                "about:blank",
                "The answer is not one of a GPUaaS server",
                status,
                "HTTP status " + status,
                null,
                "unexpected_answer",
                Blame.OPERATOR,
                correlationId,
                null));
    }

    private static String sentence(Problem problem) {
        StringBuilder sentence = new StringBuilder(problem.title());
        String happened = happened(problem);
        if (!happened.isEmpty() && !happened.equals(problem.title())) {
            sentence.append(": ").append(happened);
        }
        return sentence.append(" (")
                .append(problem.code())
                .append(", correlation id ")
                .append(problem.correlationId())
                .append(')')
                .toString();
    }

    /** The violations say all that the detail does, and more. */
    private static String happened(Problem problem) {
        String detail = problem.detail() == null ? "" : problem.detail();
        return violations(problem).isEmpty()
                ? detail
                : violations(problem).stream()
                        .map(violation -> violation.field() + " " + violation.message())
                        .collect(Collectors.joining("; "));
    }

    private static List<Violation> violations(Problem problem) {
        return problem.violations() == null ? List.of() : problem.violations();
    }

    public String code() {
        return problem.code();
    }

    public int status() {
        return problem.status();
    }

    public Blame blame() {
        return problem.blame();
    }

    public String title() {
        return problem.title();
    }

    public @Nullable String detail() {
        return problem.detail();
    }

    public String correlationId() {
        return problem.correlationId();
    }

    public List<Violation> violations() {
        return violations(problem);
    }
}
