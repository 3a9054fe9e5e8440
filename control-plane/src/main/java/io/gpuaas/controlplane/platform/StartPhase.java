package io.gpuaas.controlplane.platform;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports to the parent process how far the start is. */
public final class StartPhase {

    private static final Logger log = LoggerFactory.getLogger(StartPhase.class);

    private StartPhase() {}

    public static void announce(String phase) {
        log.atInfo().addKeyValue("phase", phase).log("reached a start phase");
    }
}
