package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.gateways.GatewayStreams;
import io.gpuaas.controlplane.terminal.TerminalStore.Counts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Counts terminals, including those without a connection: gateways see connections only. */
@Component
class TerminalMetrics {

    private static final Logger log = LoggerFactory.getLogger(TerminalMetrics.class);

    private final TerminalStore store;
    private final GatewayStreams streams;
    private final Clock clock;
    private final MultiGauge terminals;

    TerminalMetrics(TerminalStore store, GatewayStreams streams, Clock clock, MeterRegistry metrics) {
        this.store = store;
        this.streams = streams;
        this.clock = clock;
        this.terminals = MultiGauge.builder("gpuaas_terminals")
                .description("Terminals that have not ended, by whether a client is connected")
                .register(metrics);
    }

    @Scheduled(fixedDelayString = "PT10S")
    void measure() {
        try {
            Counts open = store.countOpen(clock.instant());
            long attached = Math.min(open.begun(), streams.countCarried(TerminalStreams.ROLE));
            terminals.register(
                    List.of(
                            row("waiting", open.waiting()),
                            row("attached", attached),
                            row("detached", open.begun() - attached)),
                    true);
        } catch (DataAccessException e) {
            log.warn("terminals could not be counted", e);
        }
    }

    private static MultiGauge.Row<?> row(String state, long count) {
        return MultiGauge.Row.of(Tags.of("state", state), count);
    }
}
