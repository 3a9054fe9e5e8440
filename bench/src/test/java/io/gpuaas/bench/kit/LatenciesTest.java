package io.gpuaas.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    @Test
    void percentilesAreTakenOverAllParts() {
        Latencies odd = new Latencies();
        Latencies even = new Latencies();
        for (int millis = 10_000; millis > 0; millis--) {
            (millis % 2 == 0 ? even : odd).add(millis * 1_000_000L);
        }
        Latencies all = Latencies.together(List.of(odd, even));
        assertThat(all.count()).isEqualTo(10_000);
        assertThat(all.percentileMillis(0.5)).isEqualTo(5000);
        assertThat(all.percentileMillis(0.99)).isEqualTo(9900);
        assertThat(all.percentileMillis(1)).isEqualTo(10_000);
    }
}
