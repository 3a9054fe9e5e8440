package io.gpuaas.agent.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.wire.Heartbeat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against programs that stand in for the driver's, since no GPU is here. */
class TelemetryTest {

    private static final List<String> EXPECTED = List.of("0000:18:00.0", "0000:2a:00.0");
    private static final String FIRST =
            "GPU-1111, 00000000:18:00.0, 97, 61440, 81559, 63, 612.45, 0, 580.95.05, NVIDIA H100";
    private static final String SECOND =
            "GPU-2222, 00000000:2A:00.0, [N/A], [N/A], 81559, 40, [Not Supported], 2, 580.95.05, NVIDIA H100";

    @TempDir
    Path folder;

    private Path proc;

    @SuppressWarnings("NullAway.Init")
    TelemetryTest() {}

    @BeforeEach
    void writeProc() throws Exception {
        proc = folder.resolve("root");
        Files.createDirectories(proc.resolve("proc"));
        Files.writeString(proc.resolve("proc/loadavg"), "12.34 8.00 4.00 3/1234 5678\n");
        Files.writeString(
                proc.resolve("proc/meminfo"),
                "MemTotal:       1000000 kB\nMemFree: 1 kB\nMemAvailable:    600000 kB\n");
    }

    @Test
    void figuresAreReadAndWhatCannotBeReadIsAbsent() throws Exception {
        HostSample sample = sample("echo '" + FIRST + "'; echo '" + SECOND + "'", "true");

        assertThat(sample.load1()).isEqualTo(12.34);
        assertThat(sample.memoryTotalBytes()).isEqualTo(1_024_000_000L);
        assertThat(sample.memoryUsedBytes()).isEqualTo(409_600_000L);
        assertThat(sample.faults()).isEmpty();
        assertThat(sample.gpus())
                .containsExactly(
                        new Heartbeat.Gpu(
                                "GPU-1111", "0000:18:00.0", 97, 61440L << 20, 81559L << 20, 63, 612.45, 0L, List.of()),
                        new Heartbeat.Gpu(
                                "GPU-2222", "0000:2a:00.0", null, null, 81559L << 20, 40, null, 2L, List.of()));
    }

    @Test
    void aGpuTheDriverDoesNotShowIsAFault() throws Exception {
        HostSample sample = sample("echo '" + FIRST + "'", "true");
        assertThat(sample.gpus()).hasSize(1);
        assertThat(sample.faults()).containsExactly("gpu_missing:0000:2a:00.0");
    }

    @Test
    void aHangingDriverIsAFaultWithinItsTimeLimit() throws Exception {
        Instant before = Instant.now();
        HostSample sample = sample("sleep 600", "true");
        assertThat(sample.faults()).containsExactly("nvidia_smi_timeout");
        assertThat(sample.load1()).isEqualTo(12.34);
        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void aFailingOrAbsentOrBabblingDriverIsAFault() throws Exception {
        assertThat(sample("echo 'No devices were found' >&2; exit 6", "true").faults())
                .containsExactly("nvidia_smi_failed");
        assertThat(sample("echo 'what, is, this'", "true").faults()).containsExactly("nvidia_smi_failed");
        HostSample absent = new LinuxTelemetry(
                        new ProcReader(proc), new NvidiaSmi(folder + "/none", Duration.ofSeconds(1)), List.of("true"))
                .sample(EXPECTED);
        assertThat(absent.faults()).containsExactly("nvidia_smi_absent");
    }

    @Test
    void errorsOfTheDriverComeFromTheKernelLogAndCountOnce() throws Exception {
        String kernel = """
                cat <<'LOG'
                [   12.000001] usb 1-1: new device
                [ 1234.567890] NVRM: Xid (PCI:0000:18:00): 63, pid=99, Row Remapper: New row marked for remapping
                [ 1300.000000] NVRM: Xid (PCI:0000:2a:00): 79, pid='<unknown>', GPU has fallen off the bus.
                LOG
                """;
        LinuxTelemetry telemetry = telemetry("echo '" + FIRST + "'", kernel);
        telemetry.sample(EXPECTED);
        HostSample sample = telemetry.sample(EXPECTED);
        assertThat(sample.gpus().getFirst().xid()).containsExactly(63);
        assertThat(sample.faults()).contains("gpu_missing:0000:2a:00.0", "xid:0000:2a:00.0:79");
    }

    @Test
    void aHostWithoutGpusAsksNoDriver() throws Exception {
        HostSample sample = telemetry("exit 1", "true").sample(List.of());
        assertThat(sample.faults()).isEmpty();
    }

    private HostSample sample(String smi, String dmesg) throws Exception {
        return telemetry(smi, dmesg).sample(EXPECTED);
    }

    private LinuxTelemetry telemetry(String smi, String dmesg) throws Exception {
        return new LinuxTelemetry(
                new ProcReader(proc),
                new NvidiaSmi(script("nvidia-smi", smi), Duration.ofSeconds(3)),
                List.of(script("dmesg", dmesg)));
    }

    private String script(String name, String body) throws Exception {
        Path file = folder.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file.toString();
    }
}
