package io.gpuaas.bench.allocations;

import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Debian's Slurm on this machine: one controller and many node daemons with eight accelerators each, as a peer that has
 * long been good at placing work. A job takes one accelerator, notes when it began and keeps it.
 */
final class SlurmPeer implements AutoCloseable {

    private static final int FIRST_PORT = 17_001;
    private static final int CONTROLLER_PORT = 16_817;
    private static final int ACCELERATORS = 8;
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(20);

    private final Path folder;
    private final Path starts;
    private final int nodes;
    private final List<Process> daemons = new ArrayList<>();

    private SlurmPeer(Path folder, int nodes) {
        this.folder = folder;
        this.starts = folder.resolve("starts");
        this.nodes = nodes;
    }

    static SlurmPeer start(Workspace workspace, int nodes) throws Exception {
        // Sockets have short names, so this lies beside the workspace and not below it.
        Path folder = Files.createTempDirectory("slurm-");
        SlurmPeer peer = workspace.keep(new SlurmPeer(folder, nodes));
        peer.configure();
        peer.startDaemons();
        return peer;
    }

    private void configure() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String name : List.of("state", "spool", "starts", "logs")) {
            Files.createDirectories(folder.resolve(name));
        }
        byte[] key = new byte[1024];
        new SecureRandom().nextBytes(key);
        Path keyFile = folder.resolve("munge.key");
        Files.createFile(keyFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(keyFile, key);
        String host = InetAddress.getLocalHost().getHostName().split("\\.", 2)[0];
        Files.writeString(folder.resolve("slurm.conf"), """
                ClusterName=bench
                SlurmctldHost=%1$s(127.0.0.1)
                SlurmctldPort=%2$d
                SlurmUser=root
                AuthType=auth/munge
                AuthInfo=socket=%3$s/munge.socket
                CredType=cred/munge
                CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
                ProctrackType=proctrack/linuxproc
                TaskPlugin=task/none
                JobAcctGatherType=jobacct_gather/none
                AccountingStorageType=accounting_storage/none
                MpiDefault=none
                SelectType=select/cons_tres
                SelectTypeParameters=CR_Core
                GresTypes=accel
                ReturnToService=2
                SlurmdParameters=config_overrides
                SchedulerParameters=default_queue_depth=10000,partition_job_depth=0
                StateSaveLocation=%3$s/state
                SlurmdSpoolDir=%3$s/spool/%%n
                SlurmctldPidFile=%3$s/slurmctld.pid
                SlurmdPidFile=%3$s/slurmd-%%n.pid
                SlurmctldLogFile=%3$s/logs/slurmctld.log
                SlurmdLogFile=%3$s/logs/slurmd-%%n.log
                NodeName=gpu[001-%4$03d] NodeHostName=%1$s NodeAddr=127.0.0.1 Port=[%5$d-%6$d] CPUs=64 Gres=accel:%7$d
                PartitionName=main Nodes=ALL Default=YES State=UP MaxTime=INFINITE
                """.formatted(
                        host, CONTROLLER_PORT, folder, nodes, FIRST_PORT, FIRST_PORT + nodes - 1, ACCELERATORS));
        Files.writeString(folder.resolve("gres.conf"), "Name=accel Count=" + ACCELERATORS + " Flags=CountOnly\n");
        Files.writeString(folder.resolve("cgroup.conf"), "CgroupPlugin=cgroup/v1\n");
        Path job = Files.writeString(folder.resolve("job.sh"), """
                #!/bin/sh
                date +%%s%%N > %1$s/.$SLURM_JOB_ID.new
                mv %1$s/.$SLURM_JOB_ID.new %1$s/$SLURM_JOB_ID
                exec sleep 3600
                """.formatted(starts));
        Files.setPosixFilePermissions(job, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void startDaemons() throws Exception {
        launch(
                "munged",
                "munged",
                "--foreground",
                "--force",
                "--key-file=" + folder.resolve("munge.key"),
                "--socket=" + folder.resolve("munge.socket"),
                "--pid-file=" + folder.resolve("munged.pid"),
                "--log-file=" + folder.resolve("logs/munged.log"),
                "--seed-file=" + folder.resolve("munge.seed"));
        Waiting.until("munge", START_TIMEOUT, POLL, () -> Files.exists(folder.resolve("munge.socket")));
        launch("slurmctld", "slurmctld", "-D", "-c");
        for (int n = 1; n <= nodes; n++) {
            launch("slurmd-" + n, "slurmd", "-D", "-N", "gpu%03d".formatted(n));
        }
        Waiting.until("Slurm's nodes to be idle", START_TIMEOUT, Duration.ofMillis(500), () -> countIdle() == nodes);
    }

    private long countIdle() throws Exception {
        return run(List.of("sinfo", "--noheader", "--Node", "--format=%t"))
                .lines()
                .filter("idle"::equals)
                .count();
    }

    String version() throws Exception {
        return run(List.of("sinfo", "--version")).strip();
    }

    /** From the first submission to the start of the last job, by separate clients: jobs per second. */
    double submitEach(int jobs, int clients) throws Exception {
        long began = wallNanos();
        try (ExecutorService pool = Executors.newFixedThreadPool(clients)) {
            List<Future<String>> submissions = new ArrayList<>();
            for (int n = 0; n < jobs; n++) {
                submissions.add(pool.submit(() -> run(batch())));
            }
            for (Future<String> submission : submissions) {
                submission.get();
            }
        }
        return rate(jobs, began);
    }

    /** The same as one array job, which one client submits in one request. */
    double submitArray(int jobs) throws Exception {
        long began = wallNanos();
        run(batch("--array=1-" + jobs));
        return rate(jobs, began);
    }

    /** One job on an idle cluster, from before its submission to its start. */
    Duration submitOne() throws Exception {
        long began = wallNanos();
        run(batch());
        long last = awaitStarts(1);
        return Duration.ofNanos(last - began);
    }

    /** All accelerators free again. */
    void clear() throws Exception {
        run(List.of("scancel", "--user=root"));
        Waiting.until("Slurm to be idle", START_TIMEOUT, Duration.ofMillis(200), () -> countIdle() == nodes);
        try (Stream<Path> files = Files.list(starts)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    private List<String> batch(String... options) {
        List<String> command = new ArrayList<>(List.of("sbatch", "--parsable", "-n1", "--gres=accel:1"));
        command.addAll(List.of("--output=/dev/null", "--error=/dev/null"));
        command.addAll(List.of(options));
        command.add(folder.resolve("job.sh").toString());
        return command;
    }

    private double rate(int jobs, long began) throws Exception {
        return jobs / ((awaitStarts(jobs) - began) / 1e9);
    }

    /** When the last of so many began. */
    private long awaitStarts(int jobs) throws Exception {
        Waiting.until(
                "jobs to start", Duration.ofMinutes(5), POLL, () -> started().size() >= jobs);
        long last = 0;
        for (Path file : started()) {
            last = Math.max(last, Long.parseLong(Files.readString(file).strip()));
        }
        return last;
    }

    private List<Path> started() throws IOException {
        try (Stream<Path> files = Files.list(starts)) {
            return files.filter(file -> !String.valueOf(file.getFileName()).startsWith("."))
                    .toList();
        }
    }

    /** Of the same clock as {@code date}. */
    private static long wallNanos() {
        java.time.Instant now = java.time.Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    private void launch(String name, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("logs/" + name + ".out").toFile());
        daemons.add(withConfiguration(builder).start());
    }

    private String run(List<String> command) throws Exception {
        Path output = Files.createTempFile(folder, "run-", ".out");
        Process process = withConfiguration(new ProcessBuilder(command))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(command.getFirst() + " did not end");
        }
        String text = Files.readString(output);
        Files.delete(output);
        if (process.exitValue() != 0) {
            throw new IllegalStateException(command + " failed: " + text);
        }
        return text;
    }

    private ProcessBuilder withConfiguration(ProcessBuilder builder) {
        builder.environment().put("SLURM_CONF", folder.resolve("slurm.conf").toString());
        builder.environment().merge("PATH", ":/usr/sbin:/sbin", String::concat);
        return builder;
    }

    @Override
    public void close() throws Exception {
        for (Process daemon : daemons.reversed()) {
            daemon.descendants().forEach(ProcessHandle::destroyForcibly);
            daemon.destroyForcibly();
        }
        endJobs();
        for (Process daemon : daemons) {
            daemon.waitFor(10, TimeUnit.SECONDS);
        }
        Workspace.deleteTree(folder);
    }

    /** A job's step is no child of the daemon that began it; its command line names our folder. */
    private void endJobs() {
        ProcessHandle.allProcesses().filter(process -> isOurs(process.pid())).forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    private boolean isOurs(long pid) {
        try {
            return pid != ProcessHandle.current().pid()
                    && Files.readString(
                                    Path.of("/proc/" + pid + "/environ"), java.nio.charset.StandardCharsets.ISO_8859_1)
                            .contains("SLURM_CONF=" + folder);
        } catch (IOException e) {
            // It has ended.
            return false;
        }
    }
}
