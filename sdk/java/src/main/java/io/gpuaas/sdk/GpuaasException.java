package io.gpuaas.sdk;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The server refused a call or failed at it. {@link #code()} is stable; texts are for people. */
public final class GpuaasException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    GpuaasException(Problem problem) {
        super(sentence(problem));
        this.problem = problem;
    }

    /** An answer that is no problem of ours, for instance a proxy's. */
    static GpuaasException unexpected(int status, String correlationId) {
        return new GpuaasException(new Problem(
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
