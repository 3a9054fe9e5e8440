package io.gpuaas.agent.telemetry;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.exec.ProgramException;
import io.gpuaas.agent.wire.Heartbeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the driver through {@code nvidia-smi}. A broken GPU makes it hang, beyond the reach of a kill even, so each call
 * has a time limit and the caller learns that it ran out.
 */
public final class NvidiaSmi {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final long MEBIBYTE = 1024L * 1024;
    private static final String QUERY = "uuid,pci.bus_id,utilization.gpu,memory.used,memory.total,temperature.gpu,"
            + "power.draw,ecc.errors.uncorrected.volatile.total,driver_version,name";
    private static final int COLUMNS = QUERY.split(",").length;

    private final String program;
    private final Duration limit;

    public NvidiaSmi(String program) {
        this(program, LIMIT);
    }

    NvidiaSmi(String program, Duration limit) {
        this.program = program;
        this.limit = limit;
    }

    public String program() {
        return program;
    }

    public List<Reading> query() throws ProgramException, UnreadableAnswer, InterruptedException {
        Program.Finished finished = Program.of(limit, program, "--query-gpu=" + QUERY, "--format=csv,noheader,nounits")
                .run();
        if (!finished.isSuccess()) {
            throw new UnreadableAnswer(finished.complaint());
        }
        List<Reading> readings = new ArrayList<>();
        for (String line :
                finished.out().lines().filter(text -> !text.isBlank()).toList()) {
            readings.add(read(line));
        }
        return readings;
    }

    static Reading read(String line) throws UnreadableAnswer {
        String[] cells = line.split(",", -1);
        if (cells.length < COLUMNS) {
            throw new UnreadableAnswer("unexpected line: " + line);
        }
        try {
            Heartbeat.Gpu gpu = new Heartbeat.Gpu(
                    cells[0].strip(),
                    pciAddress(cells[1].strip()),
                    number(cells[2], Integer::valueOf),
                    number(cells[3], NvidiaSmi::bytes),
                    number(cells[4], NvidiaSmi::bytes),
                    number(cells[5], Integer::valueOf),
                    number(cells[6], Double::valueOf),
                    number(cells[7], Long::valueOf),
                    List.of());
            return new Reading(gpu, cells[8].strip(), cells[9].strip());
        } catch (NumberFormatException e) {
            throw new UnreadableAnswer("unexpected number in: " + line);
        }
    }

    private static Long bytes(String mebibytes) {
        return Long.parseLong(mebibytes) * MEBIBYTE;
    }

    /** "[N/A]", "[Not Supported]", "[Unknown Error]", "[GPU is lost]": nothing that could be counted with. */
    private static <T> @Nullable T number(String cell, Function<String, T> reading) {
        String text = cell.strip();
        return text.startsWith("[") || text.isEmpty() || text.equals("N/A") ? null : reading.apply(text);
    }

    /** The driver writes the domain with eight digits and capitals, sysfs with four and small letters. */
    static String pciAddress(String busId) {
        String text = busId.toLowerCase(Locale.ROOT);
        int colon = text.indexOf(':');
        return colon > 4 ? text.substring(colon - 4) : text;
    }

    /** One GPU as the driver sees it. */
    public record Reading(Heartbeat.Gpu gpu, String driverVersion, String model) {}

    /** It answered, but not with figures. */
    public static final class UnreadableAnswer extends Exception {

        private static final long serialVersionUID = 1L;

        UnreadableAnswer(String message) {
            super(message);
        }
    }
}
