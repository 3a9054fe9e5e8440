package io.gpuaas.controlplane.platform;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Spans that follow a request through the outbox to its consumers (W3C trace context). */
@Component
public class Tracing {

    public static final String TRACE_PARENT = "traceparent";

    private static final W3CTraceContextPropagator PROPAGATOR = W3CTraceContextPropagator.getInstance();

    private final Tracer tracer;

    Tracing(OpenTelemetry telemetry) {
        this.tracer = telemetry.getTracer("gpuaas");
    }

    /** A span that is current until it is closed. */
    @SuppressWarnings("MustBeClosedChecker") // closed by Active.close
    public Active start(String name, SpanKind kind, @Nullable String traceParent) {
        SpanBuilder builder = tracer.spanBuilder(name).setSpanKind(kind);
        if (traceParent != null) {
            builder.setParent(PROPAGATOR.extract(Context.root(), traceParent, new OnlyTraceParent()));
        }
        Span span = builder.startSpan();
        return new Active(span, span.makeCurrent());
    }

    /** The current span as a traceparent header value; null when nothing is traced. */
    public @Nullable String currentParent() {
        Map<String, String> carrier = new HashMap<>();
        PROPAGATOR.inject(Context.current(), carrier, (map, name, value) -> {
            if (map != null) {
                map.put(name, value);
            }
        });
        return carrier.get(TRACE_PARENT);
    }

    public record Active(Span span, Scope scope) implements AutoCloseable {

        public void failed(Throwable error) {
            span.recordException(error);
            span.setStatus(StatusCode.ERROR);
        }

        @Override
        public void close() {
            scope.close();
            span.end();
        }
    }

    private static final class OnlyTraceParent implements TextMapGetter<String> {
        @Override
        public Iterable<String> keys(String carrier) {
            return List.of(TRACE_PARENT);
        }

        @Override
        public @Nullable String get(@Nullable String carrier, String key) {
            return key.equals(TRACE_PARENT) ? carrier : null;
        }
    }
}
