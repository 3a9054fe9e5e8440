package io.gpuaas.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Gives each wait for a condition that names no deadline one that a loaded machine meets, and looks often at first: most
 * conditions come about within a few milliseconds. The JUnit Platform finds it as a service.
 */
public final class PatienceListener implements TestExecutionListener {

    static final Duration TIMEOUT = Duration.ofSeconds(60);
    static final Duration FIRST_INTERVAL = Duration.ofMillis(10);
    static final Duration LAST_INTERVAL = Duration.ofMillis(100);

    @Override
    public void testPlanExecutionStarted(TestPlan testPlan) {
        Awaitility.setDefaultTimeout(TIMEOUT);
        Awaitility.setDefaultPollInterval((polls, previous) -> interval(previous));
    }

    private static Duration interval(Duration previous) {
        Duration doubled = previous.multipliedBy(2);
        if (doubled.compareTo(FIRST_INTERVAL) < 0) {
            return FIRST_INTERVAL;
        }
        return doubled.compareTo(LAST_INTERVAL) > 0 ? LAST_INTERVAL : doubled;
    }
}
