package io.gpuaas.agent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.host.HostDriver;
import io.gpuaas.agent.host.HostLogin;
import io.gpuaas.agent.task.CommandTasks.AttachCommand;
import io.gpuaas.agent.task.CommandTasks.CancelCommand;
import io.gpuaas.agent.task.CommandTasks.StartCommand;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.kernel.log.JsonLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real programs; the host's accounts, the network and the control plane are left out. */
class CommandsTest {

    @TempDir
    Path folder;

    private final UUID id = UUID.randomUUID();
    private final UUID allocation = UUID.randomUUID();
    private final List<FakeSocket> came = new CopyOnWriteArrayList<>();
    private final List<Commands> agents = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final FakeStore store = new FakeStore();

    @SuppressWarnings("NullAway.Init")
    private Commands commands;

    @SuppressWarnings("NullAway.Init")
    CommandsTest() {}

    private static final class FakeStore implements CommandStore {

        private final Map<String, ByteArrayOutputStream> outputs = new ConcurrentHashMap<>();
        private final Map<UUID, String> ends = new ConcurrentHashMap<>();

        @Override
        public synchronized long keep(UUID command, String stream, long offset, byte[] piece) {
            ByteArrayOutputStream kept = outputs.computeIfAbsent(command + stream, name -> new ByteArrayOutputStream());
            if (offset == kept.size()) {
                kept.writeBytes(piece);
            }
            return kept.size();
        }

        @Override
        public void report(UUID command, byte[] end) {
            ends.putIfAbsent(command, new String(end, StandardCharsets.UTF_8));
        }

        synchronized String text(UUID command, String stream) {
            return outputs.getOrDefault(command + stream, new ByteArrayOutputStream())
                    .toString(StandardCharsets.UTF_8);
        }
    }

    @BeforeEach
    void startAgent() throws IOException {
        Files.createDirectories(folder.resolve("commands"));
        Files.createDirectories(folder.resolve("home"));
        commands = agent();
        run(commands);
    }

    private Commands agent() throws IOException {
        return agent(CommandRoom.on(folder.resolve("commands")));
    }

    private Commands agent(CommandRoom room) throws IOException {
        Commands made = new Commands(
                host(),
                (url, listener) -> {
                    came.add(new FakeSocket(listener));
                    return CompletableFuture.completedFuture(came.getLast());
                },
                store,
                JsonLog.discarding(),
                folder.resolve("commands"),
                room);
        agents.add(made);
        return made;
    }

    private void run(Commands made) {
        threads.add(Thread.ofVirtual().start(() -> {
            try {
                made.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    /** A host of which nothing but the account is asked. */
    private HostDriver host() {
        Path home = folder.resolve("home");
        HostLogin login = new HostLogin(
                List.of("env", "--chdir=" + home, "--"),
                Map.of("PATH", "/usr/bin:/bin", "HOME", "" + home),
                home,
                null);
        return (HostDriver) Proxy.newProxyInstance(
                HostDriver.class.getClassLoader(), new Class<?>[] {HostDriver.class}, (self, method, arguments) -> {
                    if (method.getName().equals("login")) {
                        return login;
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    @AfterEach
    void stop() throws InterruptedException {
        agents.forEach(Commands::close);
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join();
        }
    }

    private void start(boolean stdin, long outputMax, String script) throws Exception {
        commands.start(new StartCommand(
                id,
                allocation,
                "ada",
                List.of("sh", "-c", script),
                Map.of("WORD", "a 'b' $c"),
                null,
                stdin,
                600,
                outputMax));
    }

    private FakeSocket attach() throws Exception {
        commands.attach(new AttachCommand(id, UUID.randomUUID(), allocation, "wss://gateway/x"));
        return came.getLast();
    }

    private String awaitEnd() {
        await().atMost(FakeSocket.PATIENCE).until(() -> store.ends.containsKey(id));
        return String.valueOf(store.ends.get(id));
    }

    @Test
    void bothOutputsComeByteForByteWithTheExitCodeAndAreStored() throws Exception {
        start(
                false,
                1_000_000,
                "printf '%s\\n' \"$WORD\"; printf 'bad\\000\\377' >&2; read line || echo no input; exit 7");
        FakeSocket client = attach();
        client.open(0, 0, 1_000_000);
        assertThat(client.awaitText("exited")).contains("\"code\":7").contains("\"state\":\"exited\"");
        assertThat(new String(client.output(0), StandardCharsets.UTF_8)).isEqualTo("a 'b' $c\nno input\n");
        assertThat(client.output(1)).containsExactly('b', 'a', 'd', 0, 255);
        assertThat(awaitEnd()).contains("\"code\":7");
        await().atMost(FakeSocket.PATIENCE).until(() -> store.text(id, "stdout").equals("a 'b' $c\nno input\n"));
    }

    @Test
    void aClientThatComesBackGoesOnAtItsByteInBothDirections() throws Exception {
        start(true, 10_000_000, "seq 1 50000; cat; seq 50001 100000");
        FakeSocket first = attach();
        first.open(0, 0, 60_000);
        first.awaitText("credit");
        first.type("typed ");
        await().atMost(FakeSocket.PATIENCE).until(() -> first.output(0).length == 60_000);
        first.loseConnection();

        FakeSocket second = attach();
        second.open(60_000, 0, 4_000_000);
        assertThat(second.awaitText("opened")).contains("\"input_offset\":6");
        second.awaitText("credit");
        second.type("once\n");
        second.tell("{\"type\":\"input_end\",\"offset\":11}");
        second.awaitText("exited");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first.output(0));
        all.writeBytes(second.output(0));
        StringBuilder expected = new StringBuilder();
        for (int number = 1; number <= 100_000; number++) {
            expected.append(number).append('\n').append(number == 50_000 ? "typed once\n" : "");
        }
        assertThat(all.toString(StandardCharsets.UTF_8)).isEqualTo(expected.toString());
    }

    @Test
    void aCommandWhoseAgentDiedIsNotStartedAgainIsReportedUnknownAndItsProgramEnds() throws Exception {
        Path left = Files.createDirectory(folder.resolve("commands").resolve(id.toString()));
        Files.writeString(left.resolve("stdout"), "some output\n");
        ProcessBuilder program = new ProcessBuilder("sleep", "1000");
        program.environment().put("GPUAAS_COMMAND", id.toString());
        Process outlived = program.start();
        commands = agent();
        start(false, 1_000_000, "echo again >>began");
        run(commands);
        assertThat(awaitEnd()).contains("\"state\":\"unknown\"").contains("agent_ended");
        await().atMost(FakeSocket.PATIENCE).until(() -> store.text(id, "stdout").equals("some output\n"));
        assertThat(outlived.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(folder.resolve("home/began")).doesNotExist();
    }

    @Test
    void theSameCommandIsStartedOnce() throws Exception {
        start(false, 1_000_000, "echo began >>began");
        start(false, 1_000_000, "echo began >>began");
        awaitEnd();
        assertThat(Files.readAllLines(folder.resolve("home/began"))).hasSize(1);
    }

    @Test
    void outputBeyondTheLimitIsDroppedAndMarkedAndStopsNobody() throws Exception {
        start(false, 100_000, "head -c 3000000 /dev/zero");
        FakeSocket client = attach();
        client.open(0, 0, 4_000_000);
        assertThat(client.awaitText("exited")).contains("\"truncated\":true").contains("\"code\":0");
        assertThat(client.output(0)).hasSize(100_000);
    }

    @Test
    void outputThatAFullDiskHasNoRoomForIsDroppedAndMarkedAndStopsNobody() throws Exception {
        commands = agent(new CommandRoom(() -> CommandRoom.FREE_MIN - 1, 1_000_000));
        run(commands);
        start(false, 1_000_000, "head -c 3000000 /dev/zero; echo done >finished");
        assertThat(awaitEnd())
                .contains("\"truncated\":true")
                .contains("\"code\":0")
                .contains("\"stdout\":0");
        assertThat(folder.resolve("home/finished")).exists();
    }

    @Test
    void roomIsGivenAgainOnceTheDiskOrOtherCommandsHaveSome() throws IOException {
        AtomicLong free = new AtomicLong(CommandRoom.FREE_MIN);
        CommandRoom room = new CommandRoom(free::get, 1_000);
        assertThat(room.take(900)).isEqualTo(900);
        assertThat(room.take(900)).as("of all commands together").isEqualTo(100);
        assertThat(room.take(1)).isZero();
        room.free(500);
        assertThat(room.take(300)).isEqualTo(300);
        free.set(0);
        assertThat(room.take(5_000_000)).as("looked again after some megabytes").isZero();
        free.set(CommandRoom.FREE_MIN);
        assertThat(room.take(300)).isEqualTo(200);
    }

    @Test
    void aProcessThatIgnoresTheRequestToEndIsKilledAndForkedOnesEndWithTheCommand() throws Exception {
        start(false, 1_000_000, "trap '' TERM; setsid sleep 1001 & echo $!; while :; do sleep 1; done");
        FakeSocket client = attach();
        client.open(0, 0, 1_000_000);
        await().atMost(FakeSocket.PATIENCE).until(() -> client.output(0).length > 1);
        commands.cancel(new CancelCommand(id));
        assertThat(client.awaitText("exited")).contains("\"state\":\"canceled\"");
        long forked = Long.parseLong(new String(client.output(0), StandardCharsets.UTF_8).strip());
        await().atMost(FakeSocket.PATIENCE)
                .until(() ->
                        ProcessHandle.of(forked).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void aProgramThatDoesNotExistEndsWith127AndSignalsReachTheProgram() throws Exception {
        commands.start(
                new StartCommand(id, allocation, "ada", List.of("no-such-program"), null, null, false, 600, 1_000));
        assertThat(awaitEnd()).contains("\"code\":127");
        UUID other = UUID.randomUUID();
        commands.start(new StartCommand(
                other,
                allocation,
                "ada",
                List.of("sh", "-c", "trap 'echo caught; exit 3' INT; echo ready; while :; do sleep 0.1; done"),
                null,
                null,
                false,
                600,
                1_000));
        commands.attach(new AttachCommand(other, UUID.randomUUID(), allocation, "wss://gateway/x"));
        FakeSocket client = came.getLast();
        client.open(0, 0, 1_000);
        await().atMost(FakeSocket.PATIENCE).until(() -> client.output(0).length >= 6);
        client.tell("{\"type\":\"signal\",\"name\":\"INT\"}");
        assertThat(client.awaitText("exited")).contains("\"code\":3");
        assertThat(Arrays.toString(client.output(0)))
                .isEqualTo(Arrays.toString("ready\ncaught\n".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void outputThatIsShorterThanWhatIsStoredHoldsUpNoOtherCommand() throws Exception {
        Path left = Files.createDirectory(folder.resolve("commands").resolve(id.toString()));
        Files.writeString(left.resolve("stdout"), "12345");
        Files.writeString(
                left.resolve("end"),
                "{\"state\":\"exited\",\"code\":0,\"stdout\":12,\"stderr\":0,\"truncated\":false}");
        store.keep(id, "stdout", 0, "123456789".getBytes(StandardCharsets.UTF_8));
        commands = agent();
        run(commands);
        assertThat(awaitEnd()).contains("\"code\":0").contains("\"stdout\":5").contains("\"truncated\":true");
        await().atMost(FakeSocket.PATIENCE).until(() -> Files.notExists(left));
        UUID other = UUID.randomUUID();
        commands.start(
                new StartCommand(other, allocation, "ada", List.of("echo", "on"), null, null, false, 600, 1_000));
        await().atMost(FakeSocket.PATIENCE)
                .until(() -> store.text(other, "stdout").equals("on\n"));
    }

    @Test
    void nothingStartsInAnAllocationThatIsReleasedUntilItComesBack() throws Exception {
        commands.release(allocation);
        assertThatThrownBy(() -> start(false, 1_000, "echo began >>began"))
                .isInstanceOf(TaskFailure.class)
                .hasMessageContaining("released");
        commands.admit(allocation);
        start(false, 1_000, "echo began >>began");
        awaitEnd();
        assertThat(Files.readAllLines(folder.resolve("home/began"))).hasSize(1);
    }

    @Test
    void manyCommandsInTurnFindAPlaceAndManyAtOnceLeaveSomeToOthers() throws Exception {
        for (int i = 0; i < 2 * Commands.PER_ALLOCATION_MAX; i++) {
            UUID one = UUID.randomUUID();
            await().atMost(FakeSocket.PATIENCE).ignoreExceptions().until(() -> begin(one, "true"));
            await().atMost(FakeSocket.PATIENCE).until(() -> store.ends.containsKey(one));
        }
        await().atMost(FakeSocket.PATIENCE).until(() -> folders() <= Commands.PER_ALLOCATION_MAX / 2);
        for (int i = 0; i < Commands.PER_ALLOCATION_MAX; i++) {
            UUID one = UUID.randomUUID();
            await().atMost(FakeSocket.PATIENCE).ignoreExceptions().until(() -> begin(one, "sleep 1000"));
        }
        assertThatThrownBy(() -> begin(UUID.randomUUID(), "true")).isInstanceOf(TaskFailure.class);
    }

    private boolean begin(UUID command, String script) throws Exception {
        commands.start(new StartCommand(
                command, allocation, "ada", List.of("sh", "-c", script), null, null, false, 600, 1_000));
        return true;
    }

    private long folders() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("commands"))) {
            return all.count();
        }
    }

    @Test
    void aCommandHasFourConnectionsAtMost() throws Exception {
        start(false, 1_000, "sleep 1000");
        for (int i = 0; i < 4; i++) {
            attach();
        }
        assertThatThrownBy(this::attach).isInstanceOf(TaskFailure.class);
        came.getFirst().loseConnection();
        await().atMost(FakeSocket.PATIENCE).ignoreExceptions().until(() -> attach() != null);
    }
}
