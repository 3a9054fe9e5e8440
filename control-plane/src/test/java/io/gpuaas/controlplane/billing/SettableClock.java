package io.gpuaas.controlplane.billing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Stands still until it is moved. */
public final class SettableClock extends Clock {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-02T10:00:00Z"));

    public void set(Instant instant) {
        now.set(instant);
    }

    public void forward(Duration by) {
        now.updateAndGet(at -> at.plus(by));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    static class InPlace {

        @Bean
        @Primary
        SettableClock settableClock() {
            return new SettableClock();
        }
    }
}
