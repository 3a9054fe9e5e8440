package io.gpuaas.fleet;

import io.gpuaas.agent.topology.TopologyFacts;
import io.gpuaas.agent.wire.Heartbeat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Eight GPUs on two NUMA nodes, with the names only this node's have. */
record Hardware(TopologyFacts facts) {

    private static final int GPUS = 8;
    private static final long GPU_MEMORY_BYTES = 81_559L << 20;

    static Hardware of(String hostname) {
        List<TopologyFacts.Gpu> gpus = new ArrayList<>();
        for (int i = 0; i < GPUS; i++) {
            String address = String.format(Locale.ROOT, "0000:%02x:00.0", 0x10 + i * 0x10);
            UUID uuid = UUID.nameUUIDFromBytes((hostname + "/" + i).getBytes(StandardCharsets.UTF_8));
            gpus.add(new TopologyFacts.Gpu(
                    "GPU-" + uuid,
                    address,
                    "0x2330",
                    "NVIDIA H100 80GB HBM3",
                    GPU_MEMORY_BYTES,
                    i / 4,
                    20 + i,
                    null,
                    List.of(address)));
        }
        return new Hardware(new TopologyFacts(
                1,
                128,
                2L << 40,
                List.of(
                        new TopologyFacts.NumaNode(0, "0-63", 1L << 40),
                        new TopologyFacts.NumaNode(1, "64-127", 1L << 40)),
                gpus,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of("bare_metal", "gpu_slice", "mig"),
                true));
    }

    List<Heartbeat.Gpu> sample(RandomGenerator random) {
        return facts.gpus().stream()
                .map(gpu -> new Heartbeat.Gpu(
                        gpu.uuid(),
                        gpu.pciAddress(),
                        random.nextInt(101),
                        random.nextLong(GPU_MEMORY_BYTES),
                        GPU_MEMORY_BYTES,
                        30 + random.nextInt(45),
                        70 + random.nextInt(6300) / 10.0,
                        0L,
                        List.of()))
                .toList();
    }
}
