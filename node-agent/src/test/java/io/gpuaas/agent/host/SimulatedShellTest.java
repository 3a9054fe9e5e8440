package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.task.SliceTasks;
import io.gpuaas.agent.task.UserTasks;
import io.gpuaas.agent.telemetry.GuestTokens;
import io.gpuaas.agent.wire.Heartbeat;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** Runs the programs of a simulated host in its real shells. */
@Against("bwrap")
class SimulatedShellTest {

    private static final UUID ADAS = new UUID(0, 0xaa);
    private static final UUID BOBS = new UUID(0, 0xbb);

    @TempDir
    Path folder;

    private final SilentProgress progress = new SilentProgress();
    private SimulatedHost host;
    private List<String> addresses;

    @SuppressWarnings("NullAway.Init")
    SimulatedShellTest() {}

    @BeforeEach
    void build() throws Exception {
        RealServers.require("bwrap");
        host = new SimulatedHost(
                new Simulation(folder.resolve("host"), "H100", 7, 10_000, List.of()),
                new GuestTokens(folder.resolve("guests.json")),
                Clock.systemUTC());
        addresses = host.topology().gpus().stream().map(gpu -> gpu.pciAddress()).toList();
        host.provisionSlice(slice(ADAS, "ada", addresses.subList(0, 2)), progress);
        host.provisionSlice(slice(BOBS, "bob", addresses.subList(2, 3)), progress);
    }

    private record Said(int code, String out) {}

    @Test
    void nvidiaSmiShowsExactlyTheLeasedGpusWithTheFiguresOfTelemetry() throws Exception {
        Login ada = host.login(ADAS, "ada");
        String query = "nvidia-smi --query-gpu=uuid,pci.bus_id,utilization.gpu,memory.used,memory.total "
                + "--format=csv,noheader,nounits";
        assertThat(run(ada, query).out()).isEqualTo(lines(host.sample().gpus().subList(0, 2)));
        assertThat(run(host.login(BOBS, "bob"), query).out())
                .isEqualTo(lines(host.sample().gpus().subList(2, 3)));
    }

    private static String lines(List<Heartbeat.Gpu> gpus) {
        StringBuilder lines = new StringBuilder();
        for (Heartbeat.Gpu gpu : gpus) {
            lines.append("%s, 0000%s, %d, %d, %d%n"
                    .formatted(
                            gpu.uuid(),
                            gpu.pciAddress(),
                            gpu.utilizationPercent(),
                            mebibytes(gpu.memoryUsedBytes()),
                            mebibytes(gpu.memoryTotalBytes())));
        }
        return lines.toString();
    }

    private static long mebibytes(@Nullable Long bytes) {
        return Objects.requireNonNull(bytes) >> 20;
    }

    @Test
    void loadMovesTheGpusOfItsAllocationOnlyAndEnds() throws Exception {
        Login ada = host.login(ADAS, "ada");
        assertThat(run(ada, "gpu-load --percent 80 --minutes 5").out()).startsWith("SIMULATED");
        List<Heartbeat.Gpu> sample = host.sample().gpus();
        assertThat(sample.subList(0, 2)).allSatisfy(gpu -> {
            assertThat(gpu.utilizationPercent()).isBetween(76, 84);
            assertThat(gpu.memoryUsedBytes()).isGreaterThan(20L << 30);
        });
        assertThat(sample.subList(2, 8))
                .extracting(Heartbeat.Gpu::utilizationPercent)
                .containsOnly(0);
        assertThat(run(ada, "nvidia-smi").out()).contains("gpu-load (SIMULATED)");
        assertThat(run(host.login(BOBS, "bob"), "nvidia-smi").out()).contains("No running processes found");

        run(ada, "gpu-load --stop");
        assertThat(host.sample().gpus())
                .extracting(Heartbeat.Gpu::utilizationPercent)
                .containsOnly(0);
    }

    @Test
    void wrongLoadsAreRefused() throws Exception {
        Login ada = host.login(ADAS, "ada");
        for (String wrong :
                List.of("--percent 0", "--percent 101", "--minutes 1441", "--minutes", "--percent x", "9")) {
            assertThat(run(ada, "gpu-load " + wrong).code()).as(wrong).isEqualTo(2);
        }
        assertThat(folder.resolve("host/user/ada/confined/load")).isEmptyFile();
    }

    /** The file belongs to the tenant, so the agent takes nothing from it but a number and a time. */
    @Test
    void invalidLoadWrittenByATenantCountsAsIdle() throws Exception {
        Login ada = host.login(ADAS, "ada");
        Instant now = Instant.now();
        assertThat(GpuLoad.parse("50 " + now.plusSeconds(60).getEpochSecond() + "\n", now))
                .isEqualTo(0.5);
        assertThat(GpuLoad.parse("999 " + now.plusSeconds(60).getEpochSecond(), now))
                .isEqualTo(1);
        for (String wrong : List.of("", "50", "-5 99", "50 999999999999", "50 1", "5e9 5", "50 1 1")) {
            assertThat(GpuLoad.parse(wrong, now)).as(wrong).isZero();
        }
        assertThat(run(ada, "rm -f /run/gpuaas-load; ln -sf /etc/passwd /run/gpuaas-load")
                        .code())
                .isNotZero();
        assertThat(run(ada, "head -c 5000000 /dev/zero >/run/gpuaas-load; chmod 0 /run/gpuaas-load")
                        .code())
                .isZero();
        assertThat(host.sample().gpus()).hasSize(8);
        assertThat(run(ada, "echo 'gpu\t0' >/run/gpuaas/gpus").code()).isNotZero();
    }

    @Test
    void theDefaultViewIsHeadedSimulatedAndIsATable() throws Exception {
        Said said = run(host.login(ADAS, "ada"), "nvidia-smi");
        assertThat(said.code()).isZero();
        assertThat(said.out()).startsWith("SIMULATED: ").contains("NVIDIA H100 80GB HBM3", "0%", "700W");
        assertThat(said.out().lines().filter(line -> line.startsWith("|") || line.startsWith("+")))
                .hasSizeGreaterThan(15)
                .allSatisfy(line -> assertThat(line).hasSize(91));
    }

    @Test
    void listsAndSelectsGpus() throws Exception {
        Login ada = host.login(ADAS, "ada");
        List<Heartbeat.Gpu> gpus = host.sample().gpus();
        assertThat(run(ada, "nvidia-smi -L").out())
                .isEqualTo("GPU 0: NVIDIA H100 80GB HBM3 (UUID: %s)%nGPU 1: NVIDIA H100 80GB HBM3 (UUID: %s)%n"
                        .formatted(gpus.get(0).uuid(), gpus.get(1).uuid()));
        assertThat(run(ada, "nvidia-smi -i 1 --query-gpu=index,name,power.limit --format=csv")
                        .out())
                .isEqualTo("index, name, power.limit [W]\n1, NVIDIA H100 80GB HBM3, 700.00 W\n");
        assertThat(run(ada, "nvidia-smi -L -i " + gpus.get(2).uuid()))
                .isEqualTo(new Said(6, "No devices were found\n"));
    }

    @Test
    void printsXmlThatParses() throws Exception {
        Said said = run(host.login(ADAS, "ada"), "nvidia-smi -q -x");
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        Document document = factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(said.out().getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("gpu").getLength()).isEqualTo(2);
        assertThat(document.getElementsByTagName("uuid").item(1).getTextContent())
                .isEqualTo(host.sample().gpus().get(1).uuid());
        assertThat(document.getElementsByTagName("gpu_util").item(0).getTextContent())
                .isEqualTo("0 %");
    }

    @Test
    void unknownFieldsAndOptionsAreRefused() throws Exception {
        Login ada = host.login(ADAS, "ada");
        assertThat(run(ada, "nvidia-smi --query-gpu=index,magic --format=csv"))
                .isEqualTo(new Said(2, "Field \"magic\" is not a valid field to query.\n\n"));
        assertThat(run(ada, "nvidia-smi --query-gpu=index").code()).isEqualTo(2);
        assertThat(run(ada, "nvidia-smi --magic").out()).contains("Option \"--magic\" is not recognized");
        assertThat(run(ada, "nvidia-smi topo -m").out()).contains("not simulated");
    }

    @Test
    void processorsMemoryAndHomeAreAsSold() throws Exception {
        Login ada = host.login(ADAS, "ada");
        assertThat(run(
                                ada,
                                "nproc; nproc --ignore=2; getconf _NPROCESSORS_ONLN; grep -c ^processor /proc/cpuinfo; "
                                        + "awk '/^MemTotal/ { print $2 }' /proc/meminfo; echo $HOME; pwd")
                        .out())
                .isEqualTo("14\n12\n14\n14\n251658240\n/home/ada\n/home/ada\n");
    }

    @Test
    void aMigInstanceIsShownOnItsGpuWhoseLoadNobodyKnows() throws Exception {
        UUID allocation = new UUID(0, 0xcc);
        String gpu = addresses.getLast();
        MigTasks.SeenInstance made =
                host.provisionMig(new MigTasks.ProvisionMig(allocation, gpu, 9, 4, List.of()), progress);
        host.provisionMig(new MigTasks.ProvisionMig(new UUID(0, 0xdd), gpu, 19, 0, List.of()), progress);
        host.provisionUser(
                new UserTasks.ProvisionUser(
                        allocation, "cyd", null, List.of(), List.of(), List.of(made.uuid()), null, null),
                progress);
        Login cyd = host.login(allocation, "cyd");
        assertThat(run(cyd, "nvidia-smi -L").out().lines())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("  MIG 3g.40gb ")
                .endsWith("(UUID: " + made.uuid() + ")");
        assertThat(run(cyd, "nvidia-smi --query-gpu=mig.mode.current,utilization.gpu --format=csv,noheader")
                        .out())
                .isEqualTo("Enabled, [N/A]\n");
        assertThat(run(cyd, "nvidia-smi").out()).contains("MIG devices", "40779MiB", "3g.40gb");
        run(cyd, "gpu-load");
        Heartbeat.Gpu divided = host.sample().gpus().getLast();
        assertThat(divided.utilizationPercent()).isNull();
        assertThat(divided.powerWatts()).isBetween(200.0, 500.0);
    }

    @Test
    void aWholeHostShowsAllItsGpus() throws Exception {
        UUID allocation = new UUID(0, 0xee);
        host.provisionUser(
                new UserTasks.ProvisionUser(
                        allocation,
                        "eve",
                        null,
                        List.of(),
                        List.of(),
                        host.topology().gpus().stream().map(gpu -> gpu.uuid()).toList(),
                        null,
                        null),
                progress);
        assertThat(run(host.login(allocation, "eve"), "nvidia-smi -L; nproc")
                        .out()
                        .lines())
                .hasSize(9)
                .last()
                .isEqualTo("224");
    }

    private static Said run(Login login, String script) throws Exception {
        Shell shell = login.running(List.of("bash", "-c", script));
        ProcessBuilder builder = new ProcessBuilder(shell.command())
                .directory(shell.folder().toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().clear();
        builder.environment().putAll(shell.environment());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Said(process.exitValue(), out);
    }

    private static SliceTasks.ProvisionSlice slice(UUID allocation, String username, List<String> gpus) {
        return new SliceTasks.ProvisionSlice(
                allocation,
                allocation,
                null,
                "slice-" + username,
                gpus,
                List.of(),
                List.of(),
                14,
                null,
                null,
                240L << 30,
                new SliceTasks.Image("debian-13", null, null),
                null,
                null,
                username,
                List.of("ssh-ed25519 AAAA"),
                null,
                null,
                List.of());
    }
}
