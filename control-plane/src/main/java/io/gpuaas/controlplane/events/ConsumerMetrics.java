package io.gpuaas.controlplane.events;

import io.gpuaas.api.ConsumerBacklog;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/**
 * Measures how far each consumer is behind. That takes a scan of the messages behind its cursor, so it is done once a
 * minute and only where consumers run, however often metrics are scraped.
 */
@Component
class ConsumerMetrics implements BackgroundWork {

    private final Backlogs backlogs;
    private final Clock clock;
    private final MultiGauge waiting;
    private final MultiGauge ageSeconds;

    ConsumerMetrics(Backlogs backlogs, Clock clock, MeterRegistry metrics) {
        this.backlogs = backlogs;
        this.clock = clock;
        this.waiting = MultiGauge.builder("gpuaas_consumer_waiting")
                .description("Events that a consumer has not handled yet")
                .register(metrics);
        this.ageSeconds = MultiGauge.builder("gpuaas_consumer_age_seconds")
                .description("Age of the oldest event that a consumer has not handled yet")
                .register(metrics);
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMinutes(1), Role.EVENT_CONSUMERS, "events.consumer-metrics", this::measure);
    }

    /** While the bus cannot be asked there are no figures: old ones would say that all is well. */
    void measure() {
        List<ConsumerBacklog> consumers = backlogs.now().consumers();
        Instant now = clock.instant();
        waiting.register(rows(consumers, one -> one.waiting().count()), true);
        ageSeconds.register(rows(consumers, one -> age(one, now).toMillis() / 1000.0), true);
    }

    private static Duration age(ConsumerBacklog behind, Instant now) {
        Instant oldest = behind.waiting().oldestAt();
        return oldest == null ? Duration.ZERO : Duration.between(oldest, now);
    }

    private static List<MultiGauge.Row<?>> rows(
            List<ConsumerBacklog> consumers, Function<ConsumerBacklog, Number> figure) {
        return consumers.stream()
                .<MultiGauge.Row<?>>map(
                        one -> MultiGauge.Row.of(Tags.of("consumer", one.consumer()), figure.apply(one)))
                .toList();
    }
}
