package io.gpuaas.controlplane.pipeline;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.Tracing;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** First and last to touch a request: correlation id and trace context in and out, time taken, last resort for errors. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class ArrivalFilter extends OncePerRequestFilter {

    /** Few, because each operation and status has them all. */
    private static final Duration[] BUCKETS = Stream.of(2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private static final int HEADER_CHARACTERS_MAX = 16 * 1024;

    private final IdSource ids;
    private final Tracing tracing;
    private final MeterRegistry metrics;
    private final ProblemWriter problems;
    private final Operations operations;
    private final int bodyBytesMax;
    private final boolean servesApi;

    ArrivalFilter(
            IdSource ids,
            Tracing tracing,
            MeterRegistry metrics,
            ProblemWriter problems,
            Operations operations,
            GpuaasProperties properties) {
        this.ids = ids;
        this.tracing = tracing;
        this.metrics = metrics;
        this.problems = problems;
        this.operations = operations;
        this.bodyBytesMax = properties.server().bodyBytesMax();
        this.servesApi = properties.has(Role.API);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException {
        CorrelationId correlation = Optional.ofNullable(request.getHeader(CorrelationId.HEADER))
                .flatMap(CorrelationId::find)
                .orElseGet(() -> CorrelationId.create(ids));
        ArrivedRequest arrived = new ArrivedRequest(request, correlation, bodyBytesMax);
        response.setHeader(CorrelationId.HEADER, correlation.value());
        secure(response);
        MDC.put("correlation_id", correlation.value());
        long began = System.nanoTime();
        try (Tracing.Active span =
                tracing.start(request.getMethod(), SpanKind.SERVER, request.getHeader(Tracing.TRACE_PARENT))) {
            String parent = tracing.currentParent();
            if (parent != null) {
                response.setHeader(Tracing.TRACE_PARENT, parent);
            }
            handle(arrived, response, chain, span);
            span.span().updateName(request.getMethod() + " " + arrived.operation());
            span.span().setAttribute(AttributeKey.stringKey("gpuaas.correlation_id"), correlation.value());
            span.span().setAttribute(AttributeKey.longKey("http.response.status_code"), response.getStatus());
        } finally {
            MDC.remove("correlation_id");
            time(arrived.operation(), response.getStatus(), System.nanoTime() - began);
        }
    }

    private void handle(ArrivedRequest arrived, HttpServletResponse response, FilterChain chain, Tracing.Active span)
            throws IOException {
        try {
            requireShortHeaders(arrived);
            if (!servesApi && arrived.getRequestURI().startsWith("/api/")) {
                throw ProblemException.of(ErrorCode.NOT_FOUND, "This process does not have the role api.");
            }
            if (!answersOptions(arrived, response)) {
                chain.doFilter(arrived, response);
            }
        } catch (Exception e) {
            span.failed(e);
            problems.write(arrived, response, e);
        }
    }

    /** Which methods an address takes is in the contract, so anybody may ask. Nothing is opened to other origins. */
    private boolean answersOptions(HttpServletRequest request, HttpServletResponse response) {
        Set<String> allowed =
                request.getMethod().equals("OPTIONS") ? operations.allowedAt(request.getRequestURI()) : Set.of();
        if (allowed.isEmpty()) {
            return false;
        }
        response.setHeader("Allow", String.join(", ", allowed));
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        return true;
    }

    /** The container refuses what is much larger by itself, but with less to say. */
    private static void requireShortHeaders(HttpServletRequest request) {
        int characters = 0;
        for (String name : Collections.list(request.getHeaderNames())) {
            characters += name.length();
            for (String value : Collections.list(request.getHeaders(name))) {
                characters += value.length();
            }
        }
        if (characters > HEADER_CHARACTERS_MAX) {
            throw ProblemException.of(
                    ErrorCode.HEADERS_TOO_LARGE,
                    "The headers have " + characters + " characters. At most " + HEADER_CHARACTERS_MAX
                            + " are allowed.");
        }
    }

    private static void secure(HttpServletResponse response) {
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                        + " base-uri 'none'; frame-ancestors 'none'");
        response.setHeader("Referrer-Policy", "no-referrer");
    }

    private void time(String operation, int status, long nanos) {
        Timer.builder("gpuaas_request")
                .description("Time from arrival to answer, by operation and status")
                .tag("operation", operation)
                .tag("status", Integer.toString(status))
                .serviceLevelObjectives(BUCKETS)
                .register(metrics)
                .record(Duration.ofNanos(nanos));
    }
}
