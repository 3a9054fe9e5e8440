package io.gpuaas.controlplane.nodes;

import io.gpuaas.api.Blame;
import io.gpuaas.api.Problem;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;
import tools.jackson.databind.json.JsonMapper;

/** Answers a node with the same problem document as everywhere, and logs server errors once. */
@Component
public class NodeProblems {

    private static final Logger log = LoggerFactory.getLogger(NodeProblems.class);

    private final JsonMapper json;

    NodeProblems(JsonMapper json) {
        this.json = json;
    }

    public void write(HttpServletRequest request, HttpServletResponse response, RuntimeException error)
            throws IOException {
        ProblemException problem = of(error);
        ErrorCode code = problem.code();
        if (code.status() >= 500) {
            log.atError()
                    .setCause(error)
                    .addKeyValue("code", code.code())
                    .addKeyValue("method", request.getMethod())
                    .addKeyValue("path", request.getRequestURI())
                    .log("node request failed");
        }
        response.resetBuffer();
        response.setStatus(code.status());
        response.setContentType("application/problem+json");
        problem.retryAfter()
                .ifPresent(wait -> response.setHeader("Retry-After", String.valueOf(Math.max(1, wait.toSeconds()))));
        response.getOutputStream()
                .write(json.writeValueAsBytes(new Problem(
                        "/api/v1/errors/" + code.code(),
                        code.title(),
                        code.status(),
                        problem.detail(),
                        request.getRequestURI(),
                        code.code(),
                        Blame.fromWire(code.blame().name().toLowerCase(Locale.ROOT)),
                        String.valueOf(response.getHeader(CorrelationId.HEADER)),
                        problem.violations().isEmpty() ? null : problem.violations())));
    }

    private static ProblemException of(RuntimeException error) {
        return switch (error) {
            case ProblemException problem -> problem;
            case InvalidParameterException parameter ->
                ProblemException.of(ErrorCode.REQUEST_MALFORMED, "A query parameter has no name or cannot be decoded.");
            case CannotCreateTransactionException busy -> overloaded(busy);
            case CannotGetJdbcConnectionException busy -> overloaded(busy);
            case PessimisticLockingFailureException busy -> overloaded(busy);
            case QueryTimeoutException busy -> overloaded(busy);
            case TransientDataAccessResourceException busy -> overloaded(busy);
            default -> ProblemException.caused(ErrorCode.INTERNAL_ERROR, "The call failed and changed nothing.", error);
        };
    }

    private static ProblemException overloaded(Exception cause) {
        return ProblemException.retryLater(
                ErrorCode.OVERLOADED, "The server could not process the call in time.", Duration.ofSeconds(1), cause);
    }
}
