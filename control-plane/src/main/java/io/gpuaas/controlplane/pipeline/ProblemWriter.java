package io.gpuaas.controlplane.pipeline;

import io.gpuaas.api.Blame;
import io.gpuaas.api.Problem;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.databind.json.JsonMapper;

/** Answers with an RFC 9457 problem, and logs server errors once. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class ProblemWriter implements HandlerExceptionResolver {

    static final String MEDIA_TYPE = "application/problem+json";

    private static final Logger log = LoggerFactory.getLogger(ProblemWriter.class);

    private final Problems problems;
    private final JsonMapper json;

    ProblemWriter(Problems problems, JsonMapper json) {
        this.problems = problems;
        this.json = json;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception error) {
        if (response.isCommitted()) {
            // A resolved exception would end like a complete answer. The filter aborts it instead.
            return null;
        }
        try {
            write(request, response, error);
            return new ModelAndView();
        } catch (IOException e) {
            log.debug("could not write a problem; the client had disconnected", e);
            return new ModelAndView();
        }
    }

    void write(HttpServletRequest request, HttpServletResponse response, Exception error) throws IOException {
        ProblemException problem = problems.of(error);
        ErrorCode code = problem.code();
        if (code.status() >= 500) {
            log.atError()
                    .setCause(error)
                    .addKeyValue("code", code.code())
                    .addKeyValue("method", request.getMethod())
                    .addKeyValue("path", request.getRequestURI())
                    .log("request failed");
        }
        if (response.isCommitted()) {
            // Half an answer is out: all that can be done is to end it so that the client notices.
            log.atWarn()
                    .setCause(error)
                    .addKeyValue("method", request.getMethod())
                    .addKeyValue("path", request.getRequestURI())
                    .log("request failed while its response was being sent");
            throw new IOException("the answer broke off", error);
        }
        response.resetBuffer();
        response.setStatus(code.status());
        response.setContentType(MEDIA_TYPE);
        problem.retryAfter()
                .ifPresent(wait -> response.setHeader("Retry-After", String.valueOf(Math.max(1, wait.toSeconds()))));
        if (code == ErrorCode.UNAUTHENTICATED) {
            response.setHeader("WWW-Authenticate", "Bearer realm=\"gpuaas\"");
        }
        if (error instanceof HttpRequestMethodNotSupportedException method && method.getSupportedMethods() != null) {
            response.setHeader(
                    "Allow", String.join(", ", Operations.withImplied(List.of(method.getSupportedMethods()))));
        }
        response.getOutputStream().write(json.writeValueAsBytes(body(request, response, problem)));
    }

    private static Problem body(HttpServletRequest request, HttpServletResponse response, ProblemException problem) {
        ErrorCode code = problem.code();
        return new Problem(
                "/api/v1/errors/" + code.code(),
                code.title(),
                code.status(),
                problem.detail(),
                request.getRequestURI(),
                code.code(),
                Blame.fromWire(code.blame().name().toLowerCase(Locale.ROOT)),
                String.valueOf(response.getHeader(CorrelationId.HEADER)),
                problem.violations().isEmpty() ? null : problem.violations());
    }
}
