package io.gpuaas.controlplane;

import io.gpuaas.testkit.MovableClock;
import java.time.Instant;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * Configurations that give a control plane under test a movable clock. They are for planes of one test class: moving
 * the clock of the shared plane would make every node unresponsive and every sign-in expire for all tests.
 */
public final class TestClock {

    public static final Instant START = Instant.parse("2026-03-02T10:00:00Z");

    private TestClock() {}

    public static class Running {

        @Bean
        @Primary
        MovableClock movableClock() {
            return MovableClock.running();
        }
    }

    public static class Stopped {

        @Bean
        @Primary
        MovableClock movableClock() {
            return MovableClock.stoppedAt(START);
        }
    }
}
