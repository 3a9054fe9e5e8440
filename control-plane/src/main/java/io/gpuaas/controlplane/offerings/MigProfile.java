package io.gpuaas.controlplane.offerings;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How an H100 or H200 can be divided, by NVIDIA's numbers. A GPU has eight memory slices and seven
 * compute slices; an instance begins at one of its starts and never moves.
 */
public enum MigProfile {
    P1G(19, "1g.10gb", "1g.18gb", 1, 1, 7, 1, 6),
    P1G_ME(20, "1g.10gb+me", "1g.18gb+me", 1, 1, 1, 1, 6),
    P1G_WIDE(15, "1g.20gb", "1g.35gb", 1, 2, 4, 2, 6),
    P2G(14, "2g.20gb", "2g.35gb", 2, 2, 3, 2, 4),
    P3G(9, "3g.40gb", "3g.71gb", 3, 4, 2, 4, 4),
    P4G(5, "4g.40gb", "4g.71gb", 4, 4, 1, 8, 0),
    P7G(0, "7g.80gb", "7g.141gb", 7, 8, 1, 8, 0);

    public static final int COMPUTE_SLICES = 7;
    public static final int MEMORY_SLICES = 8;

    private static final int MEDIA_ENGINES = 1 << MEMORY_SLICES;

    private final int id;
    private final String h100;
    private final String h200;
    private final int compute;
    private final int memory;
    private final int max;
    private final int step;
    private final int lastStart;

    MigProfile(int id, String h100, String h200, int compute, int memory, int max, int step, int lastStart) {
        this.id = id;
        this.h100 = h100;
        this.h200 = h200;
        this.compute = compute;
        this.memory = memory;
        this.max = max;
        this.step = step;
        this.lastStart = lastStart;
    }

    /** NVIDIA's id of the profile, as in {@code nvidia-smi mig -cgi}. */
    public int id() {
        return id;
    }

    public int compute() {
        return compute;
    }

    public int memory() {
        return memory;
    }

    /** How many of these one GPU takes. */
    public int max() {
        return max;
    }

    /** The memory slices an instance may begin at. */
    public List<Integer> starts() {
        return IntStream.iterate(0, start -> start <= lastStart, start -> start + step)
                .boxed()
                .toList();
    }

    /**
     * The parts that an instance with this start takes, as bits: its memory slices, and bit 8 for the media engines.
     */
    public int mask(int start) {
        return ((1 << memory) - 1) << start | (this == P1G_ME ? MEDIA_ENGINES : 0);
    }

    /** Its name on that GPU; none when that GPU cannot be divided so. */
    public Optional<String> nameOn(String gpuModel) {
        if (gpuModel.startsWith("h100")) {
            return Optional.of(h100);
        }
        return gpuModel.startsWith("h200") ? Optional.of(h200) : Optional.empty();
    }

    public static Optional<MigProfile> find(String name, String gpuModel) {
        return Arrays.stream(values())
                .filter(profile -> profile.nameOn(gpuModel).filter(name::equals).isPresent())
                .findFirst();
    }
}
