package io.gpuaas.controlplane.gateways;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** How long tokens wait to be used, and why some are refused. */
@Component
class StreamMetrics {

    private final MeterRegistry metrics;

    StreamMetrics(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    void used(String role, Duration sinceMade) {
        Timer.builder("gpuaas_stream_mint_to_connect")
                .description("Time from issuing a token to its use")
                .tag("role", role)
                .publishPercentileHistogram()
                .register(metrics)
                .record(sinceMade);
    }

    /** Used before, expired, or never made. */
    void refused(String reason) {
        metrics.counter("gpuaas_stream_tokens_refused", "reason", reason).increment();
    }
}
