package io.gpuaas.controlplane.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/** One trace from the request through the outbox to the consumer. */
@Against("PostgreSQL")
class TracingTest {

    private static final InMemorySpanExporter SPANS = InMemorySpanExporter.create();
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    static class Additions {
        @Bean
        SpanProcessor keepSpans() {
            return SimpleSpanProcessor.create(SPANS);
        }
    }

    private static List<SpanData> spans(String name) {
        return SPANS.getFinishedSpanItems().stream()
                .filter(span ->
                        span.getTraceId().equals(TRACE) && span.getName().equals(name))
                .toList();
    }

    @Test
    void aConsumerContinuesTheTraceOfTheRequest() {
        try (TestControlPlane plane = TestControlPlane.start(Map.of(), RecordingConsumer.class, Additions.class)) {
            plane.admin()
                    .send(
                            "POST",
                            "/api/v1/tenants",
                            "{\"slug\":\"traced\",\"name\":\"N\"}",
                            "Idempotency-Key",
                            "k",
                            "traceparent",
                            "00-" + TRACE + "-b7ad6b7169203331-01");
            await().until(() -> !spans("consume identity.tenant_created").isEmpty());
            SpanData server = spans("POST createTenant").getFirst();
            assertThat(server.getParentSpanId()).isEqualTo("b7ad6b7169203331");
            assertThat(spans("consume identity.tenant_created").getFirst().getParentSpanId())
                    .isEqualTo(server.getSpanId());
        }
    }
}
