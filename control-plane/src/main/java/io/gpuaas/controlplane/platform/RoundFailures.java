package io.gpuaas.controlplane.platform;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs the failures of one round. Repeated identical failures are counted: the log has the first, the tenth, the
 * hundredth and so on, and the end of the series. Not safe for use by several threads.
 */
final class RoundFailures {

    private static final Logger log = LoggerFactory.getLogger(Rounds.class);

    /** Numbers and ids differ between two failures that are otherwise the same. */
    private static final Pattern VARYING = Pattern.compile("[0-9a-fA-F-]*[0-9][0-9a-fA-F-]*");

    private final String round;
    private @Nullable String repeated;
    private long times;
    private long nextLogged;

    RoundFailures(String round) {
        this.round = round;
    }

    void failed(Throwable failure, boolean databaseFailed) {
        String kind = failure.getClass().getName()
                + VARYING.matcher(String.valueOf(failure.getMessage())).replaceAll("#");
        if (!kind.equals(repeated)) {
            repeated = kind;
            times = 0;
            nextLogged = 1;
        }
        times++;
        if (times == nextLogged) {
            nextLogged *= 10;
            log.atLevel(databaseFailed ? Level.WARN : Level.ERROR)
                    .addKeyValue("round", round)
                    .addKeyValue("times", times)
                    .setCause(failure)
                    .log("background round failed; it runs again after its interval");
        }
    }

    void succeeded() {
        if (repeated != null) {
            log.atInfo()
                    .addKeyValue("round", round)
                    .addKeyValue("times", times)
                    .log("background round works again after failures");
            repeated = null;
        }
    }
}
