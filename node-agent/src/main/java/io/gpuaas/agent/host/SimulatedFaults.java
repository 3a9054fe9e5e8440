package io.gpuaas.agent.host;

import io.gpuaas.agent.wire.TaskKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the faults of a simulated host: {@code gpu-lost:3}, {@code xid:2:79}, {@code slow:user.provision:10} (times),
 * {@code fail:slice.provision:30} (percent). Given at the start, and one a line in the file "faults" of its folder,
 * which is read each time so that a test can change its mind.
 */
final class SimulatedFaults {

    private final List<Fault> given;
    private final Path file;
    private final long seed;

    SimulatedFaults(List<String> given, Path file, long seed) {
        this.given = given.stream().map(SimulatedFaults::parse).toList();
        this.file = file;
        this.seed = seed;
    }

    sealed interface Fault {}

    record GpuLost(int index) implements Fault {}

    record Xid(int index, int number) implements Fault {}

    record Slow(String type, int times) implements Fault {}

    record Fail(String type, int percent) implements Fault {}

    static Fault parse(String text) {
        String[] words = text.strip().split(":", -1);
        try {
            return switch (words[0]) {
                case "gpu-lost" -> new GpuLost(Integer.parseInt(words[1]));
                case "xid" -> new Xid(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                case "slow" -> new Slow(words[1], Integer.parseInt(words[2]));
                case "fail" -> new Fail(words[1], Integer.parseInt(words[2]));
                default -> throw new IllegalArgumentException("unknown fault " + text);
            };
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "a fault looks like gpu-lost:3, xid:2:79, slow:TYPE:10, fail:TYPE:30", e);
        }
    }

    boolean isLost(int gpu) {
        return all().anyMatch(fault -> fault.equals(new GpuLost(gpu)));
    }

    List<Integer> xids(int gpu) {
        return all().filter(fault -> fault instanceof Xid xid && xid.index() == gpu)
                .map(fault -> ((Xid) fault).number())
                .toList();
    }

    int slowness(String type) {
        return all().filter(fault -> fault instanceof Slow slow && slow.type().equals(type))
                .mapToInt(fault -> ((Slow) fault).times())
                .reduce(1, (a, b) -> a * b);
    }

    /** The same attempt of the same task fails or does not, however often it is asked. */
    boolean fails(String type, TaskKey key) {
        int chance = Math.floorMod(Objects.hash(seed, key), 100);
        return all().anyMatch(
                        fault -> fault instanceof Fail fail && fail.type().equals(type) && chance < fail.percent());
    }

    private Stream<Fault> all() {
        List<Fault> faults = new ArrayList<>(given);
        findFile()
                .ifPresent(text -> text.lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(SimulatedFaults::parse)
                        .forEach(faults::add));
        return faults.stream();
    }

    private Optional<String> findFile() {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            // There is usually none.
            return Optional.empty();
        }
    }
}
