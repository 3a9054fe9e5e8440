package io.gpuaas.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.topology.TopologyFacts;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HardwareTest {

    @Test
    void aHostHasTheSameEightGpusEachTimeAndSharesNoneWithAnother() {
        TopologyFacts facts = Hardware.of("sim-1").facts();
        List<String> gpus = uuids(facts);
        assertThat(gpus).hasSize(8).doesNotHaveDuplicates();
        assertThat(Hardware.of("sim-1").facts().digest()).isEqualTo(facts.digest());
        assertThat(uuids(Hardware.of("sim-2").facts())).doesNotContainAnyElementsOf(gpus);
    }

    @Test
    void aSampleSpeaksOfAllItsGpusAndNothingImpossible() {
        Hardware hardware = Hardware.of("sim-1");
        assertThat(hardware.sample(new SplittableRandom(1))).hasSize(8).allSatisfy(gpu -> {
            assertThat(uuids(hardware.facts())).contains(gpu.uuid());
            assertThat(gpu.memoryUsedBytes()).isBetween(0L, gpu.memoryTotalBytes());
        });
    }

    private static List<String> uuids(TopologyFacts facts) {
        return facts.gpus().stream().map(TopologyFacts.Gpu::uuid).toList();
    }
}
