package io.gpuaas.controlplane.events;

import io.gpuaas.api.ConsumerBacklog;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Measures how far each consumer is behind. That takes a scan of the messages behind its cursor, so it is done once a
 * minute and only where consumers run, however often metrics are scraped.
 */
@Component
class ConsumerMetrics {

    private static final Logger log = LoggerFactory.getLogger(ConsumerMetrics.class);

    private final Backlogs backlogs;
    private final Clock clock;
    private final boolean consuming;
    private final MultiGauge waiting;
    private final MultiGauge ageSeconds;

    ConsumerMetrics(Backlogs backlogs, GpuaasProperties properties, Clock clock, MeterRegistry metrics) {
        this.backlogs = backlogs;
        this.clock = clock;
        this.consuming = properties.has(Role.EVENT_CONSUMERS);
        this.waiting = MultiGauge.builder("gpuaas_consumer_waiting")
                .description("Events that a consumer has not handled yet")
                .register(metrics);
        this.ageSeconds = MultiGauge.builder("gpuaas_consumer_age_seconds")
                .description("Age of the oldest event that a consumer has not handled yet")
                .register(metrics);
    }

    /** While the bus cannot be asked there are no figures: old ones would say that all is well. */
    @Scheduled(fixedDelayString = "PT1M")
    void measure() {
        if (!consuming) {
            return;
        }
        try {
            List<ConsumerBacklog> consumers = backlogs.now().consumers();
            Instant now = clock.instant();
            waiting.register(rows(consumers, one -> one.waiting().count()), true);
            ageSeconds.register(rows(consumers, one -> age(one, now).toMillis() / 1000.0), true);
        } catch (DataAccessException e) {
            log.warn("what consumers have still to handle could not be counted", e);
        }
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
