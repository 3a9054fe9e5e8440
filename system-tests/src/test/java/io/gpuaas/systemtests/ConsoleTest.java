package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.RealServers;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console in a real browser, in a trial installation; console/browser holds what is done there. */
class ConsoleTest {

    private static final Pattern FOR_SALE = Pattern.compile("\"state\":\"in_service\"");
    private static final int GPUS = 16;

    @TempDir
    Path folder;

    @Test
    void peopleFindTheirWayFromSignInToAShellAndBack() {
        Path chromium = RealServers.require("chromium");
        Path node = RealServers.require("node");
        Path console = Command.repository().resolve("console");
        try (Installation installation = new Installation(folder)) {
            Command.Outcome up = installation.tryUpWithDemo();
            assertThat(up.exitCode()).as(up.output()).isZero();
            Installation.await("GPUs for sale", () -> slotsInService(installation) == GPUS);
            // One is replayed, the other discarded.
            StuckEvent.put(installation.data());
            StuckEvent.put(installation.data());
            String closedMonth = ClosedMonth.put(installation.data());

            Command.Outcome browser = Command.program(
                            node, console.resolve("browser/run.mjs").toString())
                    .with("GPUAAS_URL", installation.url())
                    .with(
                            "GPUAAS_LOGIN",
                            installation.data().resolve("first-login").toString())
                    .with("GPUAAS_SHOTS", console.resolve("target/screenshots").toString())
                    .with("GPUAAS_SHOTS_WANTED", String.valueOf(!"true".equals(System.getenv("CI"))))
                    .with("GPUAAS_DEAD_LETTER", StuckEvent.TYPE)
                    .with("GPUAAS_CLOSED_MONTH", closedMonth)
                    .with("CHROMIUM", chromium.toString())
                    .run();

            System.out.println(browser.output());
            assertThat(browser.exitCode()).as(verdict(browser.output())).isZero();
        }
    }

    private static String verdict(String output) {
        return output.lines()
                .filter(line -> line.startsWith("FAILED "))
                .findFirst()
                .orElse(output);
    }

    private static long slotsInService(Installation installation) {
        return FOR_SALE.matcher(installation.get("/api/v1/slots?limit=100").body())
                .results()
                .count();
    }
}
