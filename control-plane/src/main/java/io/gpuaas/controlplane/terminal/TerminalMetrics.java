package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.gateways.GatewayStreams;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.terminal.TerminalStore.Counts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Counts terminals, including those without a connection: gateways see connections only. */
@Component
class TerminalMetrics implements BackgroundWork {

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

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(10), "terminal.metrics", this::measure);
    }

    void measure() {
        Counts open = store.countOpen(clock.instant());
        long attached = Math.min(open.begun(), streams.countCarried(TerminalStreams.ROLE));
        terminals.register(
                List.of(
                        row("waiting", open.waiting()),
                        row("attached", attached),
                        row("detached", open.begun() - attached)),
                true);
    }

    private static MultiGauge.Row<?> row(String state, long count) {
        return MultiGauge.Row.of(Tags.of("state", state), count);
    }
}
