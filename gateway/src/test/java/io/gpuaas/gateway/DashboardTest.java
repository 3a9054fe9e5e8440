package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The dashboard shows what this program counts. */
class DashboardTest {

    private static final Pattern NAME = Pattern.compile("gpuaas_gateway_[a-z_]+");

    @Test
    void everySeriesOfTheDashboardExists() throws Exception {
        Metrics metrics = new Metrics();
        String role = "role=\"terminal\"";
        metrics.refused("reader", "token");
        for (String name : new String[] {Metrics.BYTES_TOTAL, Metrics.STALLS_TOTAL}) {
            metrics.counter(name, role).increment();
        }
        String written = metrics.write(Map.of("terminal", 1L));
        TreeSet<String> shown = new TreeSet<>();
        Matcher names = NAME.matcher(Files.readString(Path.of("../deploy/dashboards/terminals.json")));
        while (names.find()) {
            shown.add(names.group());
        }
        assertThat(shown)
                .hasSizeGreaterThan(4)
                .allSatisfy(name -> assertThat(written).contains("\n" + name));
    }
}
