package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.host.Shell;
import io.gpuaas.agent.recording.RecordingMode;
import io.gpuaas.agent.recording.Spool;
import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.Segment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real shells on real pseudo terminals; the network between them and their clients is left out. */
class TerminalTest {

    private static final Limits LONG = new Limits(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5));

    @TempDir
    Path home;

    private final List<Terminal> started = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    TerminalTest() {}

    private Terminal terminal(Limits limits, String... command) {
        return terminal(limits, new Pictures(10_000_000), command);
    }

    private Terminal terminal(Limits limits, Pictures pictures, String... command) {
        Map<String, String> environment =
                Map.of("PATH", "/usr/bin:/bin", "HOME", home.toString(), "TERM", "dumb", "PS1", "> ");
        Terminal terminal = new Terminal(
                UUID.randomUUID(),
                UUID.randomUUID(),
                new Shell(List.of(command), environment, home, null),
                limits,
                new Tape(null),
                pictures,
                ended -> {});
        started.add(terminal);
        terminal.start();
        return terminal;
    }

    private Terminal bash() {
        return terminal(LONG, "bash", "--norc", "--noprofile");
    }

    private Terminal sh(String script) {
        return terminal(LONG, "sh", "-c", script);
    }

    @AfterEach
    void endAll() throws Exception {
        for (Terminal terminal : started) {
            terminal.end(End.CLOSED);
            assertThat(terminal.awaitEnd(Duration.ofSeconds(10))).isTrue();
        }
    }

    @Test
    void aShellHasATerminalOfItsOwnItsWindowAndACleanEnvironment() {
        Client client = Client.open(bash(), "one");
        client.type("tty; stty size; echo \"session $(ps -o sid= -p $$)\" is $$; env | sort; echo done-$((1+1))\r");
        client.awaitScreen("done-2");
        assertThat(client.screen()).contains("/dev/pts/").contains("30 100").doesNotContain("JAVA_HOME");
        assertThat(client.screen().replaceAll("(?s).*session +(\\d+) is (\\d+).*", "$1=$2"))
                .matches("(\\d+)=\\1");
        client.tell("{\"type\":\"resize\",\"columns\":132,\"rows\":43}");
        client.type("stty size\r");
        client.awaitScreen("43 132");
        assertThat(client.pongs).as("nobody was waited for").isEmpty();
    }

    @Test
    void theShellIgnoresNoSignalWhateverTheAgentIgnores() {
        Client client = Client.open(bash(), "one");
        client.type("grep SigIgn /proc/self/status; echo done-$((1+1))\r");
        client.awaitScreen("done-2");
        // Two of the higher half are the C library's own.
        assertThat(client.screen()).containsPattern("SigIgn:\t[0-9a-f]{8}[08]0000000");
    }

    @Test
    void theExitCodeArrivesAfterTheLastByte() throws Exception {
        Client client = Client.open(sh("head -c 300000 /dev/zero | tr '\\0' x; exit 7"), "one");
        assertThat(client.ended.get()).isEqualTo("{\"type\":\"exited\",\"reason\":\"exited\",\"code\":7}");
        assertThat(client.bytes()).hasSize(300_000);
    }

    @Test
    void theConnectionStaysUntilTheOtherSideHasHeardOfTheEnd() throws Exception {
        Client client = Client.open(sh("read go; exit 7"), "one");
        client.answersGoodbyes = false;
        client.type("\r");
        client.awaitText("\"code\":7");
        // Longer than a goodbye of this side would be waited for: the gateway may hold the rest for somebody slow.
        long until = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        await().until(() -> System.nanoTime() > until);
        assertThat(client.isAborted).isFalse();
        assertThat(client.hasHeardGoodbye).isFalse();
        assertThat(client.ended.get()).contains("\"code\":7");
        client.hangUp();
        await().until(() -> client.isAborted);
    }

    @Test
    void aClientThatMissedTheLastMessageReturnsForIt() throws Exception {
        Terminal terminal = sh("read go; echo the-rest; exit 7");
        Client lost = Client.open(terminal, "one");
        lost.answersGoodbyes = false;
        lost.type("\r");
        lost.awaitText("\"code\":7");
        lost.tell("{\"type\":\"ended\",\"reason\":\"reader_lost\"}");
        lost.hangUp();
        await().until(() -> lost.isAborted);
        long began = System.nanoTime();
        terminal.awaitLeft(Duration.ofMillis(500));
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .as("expected back")
                .isGreaterThanOrEqualTo(Duration.ofMillis(500));
        Client back = Client.open(terminal, "one");
        assertThat(back.ended.get()).contains("\"code\":7");
        assertThat(back.screen()).contains("the-rest");
        began = System.nanoTime();
        terminal.awaitLeft(Duration.ofSeconds(10));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).as("has it all").isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void aStoppedReaderStopsTheProgramAndControlCStillArrives() {
        Terminal terminal = sh("trap 'touch trapped' INT; yes; echo over; sleep 60");
        Client client = Client.open(terminal, "one");
        client.awaitScreen("y\r\ny\r\n");
        client.stopReading();
        long granted = client.received() + 256 * 1024;
        await().until(() -> isStill(client));
        assertThat(client.received()).isLessThanOrEqualTo(granted + 256 * 1024);
        assertThat(client.pongs).as("told to the gateway").contains("stalled");
        assertThat(home.resolve("trapped")).doesNotExist();
        client.type("\u0003");
        await().until(() -> Files.exists(home.resolve("trapped")));
        client.goOnReading();
        client.awaitScreen("over");
    }

    private static boolean isStill(Client client) throws InterruptedException {
        long before = client.received();
        Thread.sleep(300);
        return client.received() == before;
    }

    @Test
    void controlCLandsWhileAFloodIsBeingRead() {
        Client client = Client.open(bash(), "one");
        client.type("yes\r");
        await().until(() -> client.received() > 2_000_000);
        client.type("\u0003");
        client.type("echo here-$((20+3))\r");
        client.awaitScreen("here-23");
    }

    @Test
    void inputBeyondWhatTheProgramReadsIsNotTakenAndDoesNotKeepTheOutputBack() {
        Terminal terminal = sh("stty raw -echo; echo ready; sleep 1; cat");
        Client client = Client.open(terminal, "one");
        client.awaitScreen("ready");
        client.type("a".repeat(Keys.WINDOW_BYTES));
        // The program reads none of it for a second; then all comes back, and more may be typed.
        await().until(() -> client.received() >= Keys.WINDOW_BYTES);
        await().until(() ->
                client.texts.stream().filter(text -> text.contains("credit")).count() >= 2);
        client.type("a".repeat(1_000));
        assertThat(client.ended).isNotDone();
        client.type("a".repeat(2 * Keys.WINDOW_BYTES));
        await().until(client.ended::isDone);
        assertThat(client.ended.join()).contains("too_much_input");
    }

    @Test
    void keysThatWaitForTheProgramArriveWholeAndInOrder() throws Exception {
        Client client = Client.open(
                sh("stty raw -echo; echo ready; until test -e go; do sleep 0.1; done; head -c 60000"), "one");
        client.awaitScreen("ready");
        StringBuilder keys = new StringBuilder();
        for (int i = 0; keys.length() < 60_000; i++) {
            client.type(i % 10 + ",");
            keys.append(i % 10).append(',');
        }
        Files.createFile(home.resolve("go"));
        client.awaitScreen(keys.toString());
    }

    @Test
    void aReturningClientContinuesAtTheByteWhereItLeft() throws Exception {
        String script = "stty raw -echo; head -c 3000000 /dev/urandom | base64 | tee copy; sleep 60";
        Terminal terminal = sh(script);
        byte[] all = new byte[0];
        for (int round = 0; round < 5; round++) {
            Client client = Client.open(terminal, "one", all.length, true);
            assertThat(client.texts.getFirst())
                    .contains("\"offset\":" + all.length + ",")
                    .contains("\"writer\":true");
            long before = all.length;
            client.stopReading();
            await().until(() -> client.received() > before && isStill(client));
            client.loseConnection();
            client.ended.get();
            all = append(all, client.bytes());
        }
        Client last = Client.open(terminal, "one", all.length, true);
        Path copy = home.resolve("copy");
        await().until(() -> last.received() == 4_052_632);
        assertThat(append(all, last.bytes())).isEqualTo(Files.readAllBytes(copy));
    }

    private static byte[] append(byte[] one, byte[] other) {
        byte[] all = new byte[one.length + other.length];
        System.arraycopy(one, 0, all, 0, one.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        return all;
    }

    @Test
    void anEmptyFrameKeepsNothingBack() {
        Client client = Client.open(bash(), "one");
        client.type("");
        client.type("echo sum-$((20+3))\r");
        client.awaitScreen("sum-23");
    }

    @Test
    void aReturningClientLearnsWhichKeysArrived() {
        Terminal terminal = bash();
        Client client = Client.open(terminal, "one");
        client.type("echo a\r");
        client.loseConnection();
        Client again = Client.open(terminal, "one", 0, true);
        assertThat(again.texts.getFirst()).contains("\"input_offset\":7,");
    }

    /** It would be typed a second time, into whatever the others left there. */
    @Test
    void aWriterThatReturnsAfterOthersWroteIsToldThatAllItsKeysArrived() {
        Terminal terminal = bash();
        Client one = Client.open(terminal, "one");
        one.type("echo a\r");
        one.loseConnection();
        Client two = Client.open(terminal, "two");
        assertThat(two.texts.getFirst()).contains("\"writer\":true");
        two.type("echo b\r");
        two.loseConnection();

        Client again = Client.open(terminal, "one", 0, true);

        long granted = numberIn("\"credit\",\"offset\":(\\d+)", one.texts.get(1));
        long input = numberIn("\"input_offset\":(\\d+)", again.texts.getFirst());
        assertThat(again.texts.getFirst()).contains("\"writer\":true");
        assertThat(input).isGreaterThanOrEqualTo(granted);
        again.type("echo c-$((1+1))\r");
        again.awaitScreen("c-2");
    }

    private static long numberIn(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    @Test
    void oneWritesTheOthersWatchUntilTheyTakeOver() {
        Terminal terminal = bash();
        Client one = Client.open(terminal, "one");
        Client two = Client.open(terminal, "two");
        assertThat(two.texts.getFirst()).contains("\"writer\":false");
        two.type("echo forbidden\r");
        await().until(() -> two.texts.contains("{\"type\":\"refused\",\"reason\":\"not_the_writer\"}"));
        one.type("echo seen-$((1+1))\r");
        two.awaitScreen("seen-2");
        assertThat(one.screen()).doesNotContain("forbidden");
        two.tell("{\"type\":\"take_over\",\"columns\":90,\"rows\":20}");
        await().until(() -> two.texts.contains("{\"type\":\"writer\",\"writer\":true}"));
        await().until(() -> one.texts.contains("{\"type\":\"writer\",\"writer\":false}"));
        await().until(() -> one.texts.contains("{\"type\":\"resized\",\"columns\":90,\"rows\":20}"));
        two.type("stty size\r");
        one.awaitScreen("20 90");
    }

    @Test
    void oneWhoWatchesSlowlyHoldsNobodyUpAndIsToldWhatWasSkipped() {
        Terminal terminal = bash();
        Client writer = Client.open(terminal, "writer");
        Client slow = Client.open(terminal, "slow", 0, false);
        slow.stopReading();
        writer.type("head -c 3000000 /dev/zero | base64; echo end-$((1+1))\r");
        writer.awaitScreen("end-2");
        slow.goOnReading();
        slow.awaitScreen("end-2");
        assertThat(slow.texts.stream().filter(text -> text.contains("skipped"))).isNotEmpty();
    }

    @Test
    void aTerminalRunsOnWithoutClientsUntilItsTimeIsOver() throws Exception {
        Terminal terminal = bash();
        Client client = Client.open(terminal, "one");
        client.type("for i in 1 2 3; do sleep 0.1; echo tick-$i; done; echo over-$((1+1))\r");
        client.loseConnection();
        Client again = Client.open(terminal, "one", client.received(), true);
        again.awaitScreen("over-2");

        Client busy = Client.open(
                terminal(new Limits(Duration.ofMillis(700), Duration.ofHours(1), Duration.ZERO), "bash"), "x");
        assertThat(busy.ended.get()).contains("time_is_up");
        Client idle = Client.open(
                terminal(new Limits(Duration.ofHours(1), Duration.ofMillis(700), Duration.ZERO), "bash"), "x");
        assertThat(idle.ended.get()).contains("\"idle\"");
    }

    @Test
    void endingATerminalEndsAllThatWasStartedInIt() throws Exception {
        Terminal terminal = bash();
        Client client = Client.open(terminal, "one");
        client.type(
                "nohup sleep 1001 & setsid sleep 1002 & trap '' TERM HUP; (trap '' TERM HUP; sleep 1003) & echo up-$((1+1))\r");
        client.awaitScreen("up-2");
        String mark = Processes.TERMINAL + "=" + terminal.id();
        await().until(() -> Processes.list(Processes.NO_SESSION, mark).size() >= 4);
        terminal.end(End.RELEASED);
        assertThat(client.ended.get()).contains("released");
        assertThat(Processes.list(Processes.NO_SESSION, mark)).isEmpty();
    }

    /** No descriptor of the terminal is left open, so nothing more can be read from it. */
    @Test
    void aShellThatClosedItsOutputIsBoundByItsLimitsAndEndsWhenItIsTold() throws Exception {
        String away = "trap '' HUP; exec sleep 1004 </dev/null >/dev/null 2>&1";
        Client timed = Client.open(
                terminal(new Limits(Duration.ofSeconds(1), Duration.ofHours(1), Duration.ZERO), "sh", "-c", away),
                "one");
        assertThat(timed.ended.get(20, TimeUnit.SECONDS)).contains("time_is_up");

        Terminal terminal = sh(away);
        Client client = Client.open(terminal, "one");
        String mark = Processes.TERMINAL + "=" + terminal.id();
        await().until(() -> Processes.list(Processes.NO_SESSION, mark).stream()
                .anyMatch(process -> process.info().command().orElse("").endsWith("sleep")));
        terminal.end(End.RELEASED);
        assertThat(client.ended.get(20, TimeUnit.SECONDS)).contains("released");
        assertThat(Processes.list(Processes.NO_SESSION, mark)).isEmpty();
    }

    @Test
    void aConnectionThatSaysNothingButPingsIsHungUpOn() {
        Limits limits =
                new Limits(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMillis(500));
        Client client = new Client(terminal(limits, "bash"), 0);
        await().until(() -> {
            client.ping();
            return client.ended.isDone();
        });
        assertThat(client.ended.join()).contains("not_opened");
    }

    @Test
    void aConnectionThatFellSilentIsLetGoAndTheSameClientGoesOnWhereItWas() throws Exception {
        Limits brief =
                new Limits(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMillis(500));
        Terminal terminal = terminal(brief, "bash", "--norc", "--noprofile");
        Client pinged = Client.open(terminal, "alive", 0, false);
        Client silent = Client.open(terminal, "one");
        await().until(() -> {
            pinged.ping();
            return silent.ended.isDone();
        });
        assertThat(pinged.ended).as("pings are enough").isNotDone();
        Client again = Client.open(terminal, "one", silent.received(), true);
        assertThat(again.texts.getFirst()).contains("\"writer\":true");
        again.type("echo back-$((1+1))\r");
        again.awaitScreen("back-2");
    }

    private static Client openWithPicture(Terminal terminal, String name, long offset) {
        Client client = new Client(terminal, offset);
        askForPicture(client, name, offset);
        await().until(() -> client.texts.stream().anyMatch(text -> text.contains("opened")));
        return client;
    }

    private static void askForPicture(Client client, String name, long offset) {
        client.tell("{\"type\":\"open\",\"client\":\"" + name + "\",\"offset\":" + offset
                + ",\"columns\":100,\"rows\":30,\"snapshot\":true}");
    }

    /** Its picture stays on its way. */
    private static Client stuck(Terminal terminal, String name) {
        Client client = new Client(terminal, 0);
        client.takesBytes = new CompletableFuture<>();
        askForPicture(client, name, 0);
        client.awaitText("snapshot");
        return client;
    }

    @Test
    void asLongAsOthersTakeNoPicturesWhoWantsOneComesAgain() throws Exception {
        Terminal terminal = terminal(LONG, new Pictures(1), "bash", "--norc", "--noprofile");
        Client writer = Client.open(terminal, "writer");
        writer.type("echo seen-$((1+1))\r");
        writer.awaitScreen("seen-2");

        Client slow = stuck(terminal, "slow");
        Client turnedAway = new Client(terminal, 0);
        askForPicture(turnedAway, "two", 0);
        assertThat(turnedAway.ended.get()).isEqualTo("left");
        assertThat(turnedAway.texts).isEmpty();
        slow.takesBytes.complete(null);
        await().untilAsserted(() -> openAndLeave(terminal));

        stuck(terminal, "lost").loseConnection();
        openAndLeave(terminal);
        writer.type("echo still-$((1+1))\r");
        writer.awaitScreen("still-2");
    }

    private static void openAndLeave(Terminal terminal) {
        Client client = new Client(terminal, 0);
        askForPicture(client, "three", 0);
        await().until(() -> client.ended.isDone() || client.screen().contains("seen-2"));
        assertThat(client.screen()).contains("seen-2");
        client.hangUp();
    }

    @Test
    void anOvertakenClientWaitsForAFreePicture() throws Exception {
        Terminal terminal = terminal(LONG, new Pictures(1), "bash", "--norc", "--noprofile");
        Client writer = Client.open(terminal, "writer");
        writer.type("echo seen-$((1+1))\r");
        writer.awaitScreen("seen-2");
        Client watcher = openWithPicture(terminal, "watcher", 0);
        watcher.awaitScreen("seen-2");
        Client slow = stuck(terminal, "slow");
        writer.type("head -c 3000000 /dev/zero | base64; echo end-$((1+1))\r");
        writer.awaitScreen("end-2");

        // Several looks at it, and nothing to be seen.
        Thread.sleep(500);
        assertThat(watcher.texts).noneMatch(text -> text.contains("skipped"));
        slow.loseConnection();
        watcher.awaitScreen("end-2");
        assertThat(watcher.texts).anyMatch(text -> text.contains("skipped"));
    }

    @Test
    void aClientThatReturnsTooLateGetsAPictureInsteadOfTheLostOutput() {
        Terminal terminal = sh(
                "stty raw -echo; head -c 900000 /dev/zero | base64; printf '\\033[2J\\033[5;10Hhere I am'; sleep 60");
        Client first = Client.open(terminal, "one");
        first.awaitScreen("here I am");
        Client reloaded = openWithPicture(terminal, "two", 0);
        await().until(() -> reloaded.texts.stream().anyMatch(text -> text.contains("\"snapshot\"")));
        reloaded.awaitScreen("here I am");
        assertThat(reloaded.screen()).startsWith("\u001bc").contains("\u001b[5;1H" + " ".repeat(9) + "here I am");
        assertThat(reloaded.texts.getFirst()).contains("\"offset\":" + first.received() + ",");
    }

    @Test
    void aReloadedPageGetsTheScrollbackAlsoAfterAFloodAndInAnotherWindow() {
        Terminal terminal = bash();
        Client first = Client.open(terminal, "one");
        first.type("seq -f 'early-%.0f' 1 200; echo end-$((1+1))\r");
        first.awaitScreen("end-2");
        Client reloaded = openWithPicture(terminal, "two", 0);
        reloaded.awaitScreen("end-2");
        assertThat(reloaded.screen()).contains("early-1\r\nearly-2\r\n").contains("early-150\r\nearly-151\r\n");
        assertThat(reloaded.texts.getFirst()).contains("\"offset\":" + first.received() + ",");

        first.tell("{\"type\":\"resize\",\"columns\":60,\"rows\":12}");
        first.type("seq -f 'flood-%.0f' 1 100000; echo end-$((2+1))\r");
        first.awaitScreen("end-3");
        Client again = openWithPicture(terminal, "three", 0);
        again.awaitScreen("end-3");
        assertThat(again.screen())
                .contains("flood-99500\r\nflood-99501\r\n")
                .doesNotContain("flood-98000\r\n")
                .doesNotContain("early");
        assertThat(again.screen().split("flood-99980\r\n", -1))
                .as("neither above the screen twice nor also on it")
                .hasSize(2);
    }

    private Terminal recorded(Spool spool, String script) {
        return recorded(spool, true, script);
    }

    private Terminal recorded(Spool spool, boolean hasInput, String script) {
        Terminal terminal = new Terminal(
                UUID.randomUUID(),
                UUID.randomUUID(),
                new Shell(List.of("sh", "-c", script), Map.of("PATH", "/usr/bin:/bin"), home, null),
                LONG,
                new Tape(new Tape.Order(spool, RecordingMode.STRICT, hasInput)),
                new Pictures(10_000_000),
                ended -> {});
        started.add(terminal);
        terminal.start();
        return terminal;
    }

    @Test
    void aRecordingHoldsWhatWasSeenAndTypedByteForByte() throws Exception {
        Path folder = Files.createDirectories(home.resolve("spool"));
        Spool spool = new Spool(folder, 10_000_000);
        Client client = Client.open(recorded(spool, "read word; echo got $word; exit 3"), "one");
        assertThat(client.texts.getFirst()).contains("\"recorded\":true,\"records_input\":true");
        client.type("hello\r");
        client.ended.get();
        StringBuilder printed = new StringBuilder();
        StringBuilder typed = new StringBuilder();
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                for (RecordedEvent event :
                        Segment.read(Files.readAllBytes(file)).events()) {
                    if (event.kind() == RecordedEvent.Kind.OUTPUT) {
                        printed.append(event.text());
                    } else if (event.kind() == RecordedEvent.Kind.INPUT) {
                        typed.append(event.text());
                    }
                }
            }
        }
        assertThat(printed.toString()).isEqualTo(client.screen()).contains("got hello");
        assertThat(typed.toString()).isEqualTo("hello\r");
    }

    @Test
    void inputWithoutEchoIsNotRecordedUnlessItWasOrdered() throws Exception {
        Path folder = Files.createDirectories(home.resolve("spool"));
        Client client = Client.open(
                recorded(new Spool(folder, 10_000_000), false, "stty -echo; echo ready; read word; echo thanks"),
                "one");
        assertThat(client.texts.getFirst()).contains("\"recorded\":true,\"records_input\":false");
        client.awaitScreen("ready");
        client.type("hunter2\r");
        client.ended.get();
        try (var files = Files.walk(folder)) {
            List<Path> segments = files.filter(Files::isRegularFile).toList();
            assertThat(segments).isNotEmpty();
            for (Path file : segments) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .contains("thanks")
                        .doesNotContain("hunter2");
            }
        }
    }

    @Test
    void withoutItsRecordingAStrictTerminalEndsAndSaysWhy() throws Exception {
        Path folder = Files.createDirectories(home.resolve("spool"));
        Client never = Client.open(recorded(new Spool(folder, 10), "echo never > never"), "one");
        assertThat(never.ended.get()).contains("recording_failed");
        assertThat(home.resolve("never")).doesNotExist();
    }

    @Test
    void aStrictTerminalThatWaitsForRoomEndsWhenItIsReleased() throws Exception {
        Path folder = Files.createDirectories(home.resolve("spool"));
        Terminal terminal = recorded(new Spool(folder, 1_000_000), "yes");
        Client client = Client.open(terminal, "one");
        AtomicLong before = new AtomicLong();
        await().pollInterval(Duration.ofMillis(300)).until(() -> {
            long now = client.received();
            return now > 0 && before.getAndSet(now) == now;
        });
        terminal.end(End.RELEASED);
        assertThat(terminal.awaitEnd(Duration.ofSeconds(5))).isTrue();
        assertThat(client.ended.get()).contains("released");
    }

    @Test
    void aClientThatComesAgainReplacesItsFormerConnection() {
        Terminal terminal = bash();
        Client first = Client.open(terminal, "one");
        Client again = Client.open(terminal, "one");
        assertThat(first.ended.join()).contains("replaced");
        again.type("echo still-$((1+1))\r");
        again.awaitScreen("still-2");
    }

    /** It was on its way while its client gave the connection up, and sent it again over the next. */
    @Test
    void lateInputOverAReplacedConnectionIsNotTypedAgain() {
        Terminal terminal = bash();
        Client first = Client.open(terminal, "one");
        Client again = Client.open(terminal, "one");
        again.type("echo $((1+1))-once\r");
        first.type("echo $((1+1))-once\r");
        first.tell("{\"type\":\"resize\",\"columns\":132,\"rows\":43}");
        again.type("stty size; echo $((2+2))-after\r");
        again.awaitScreen("4-after");
        assertThat(again.screen()).containsOnlyOnce("2-once").contains("30 100");
    }

    @Test
    void aClientThatReadsNoMessagesIsDisconnectedBeforeTheyPileUp() {
        Terminal terminal = bash();
        Client writer = Client.open(terminal, "writer");
        Client viewer = Client.open(terminal, "viewer", 0, false);
        viewer.takesWords = new CompletableFuture<>();
        for (int columns = 20; columns < 120; columns++) {
            writer.tell("{\"type\":\"resize\",\"columns\":" + columns + ",\"rows\":30}");
        }
        viewer.takesWords.complete(null);
        assertThat(viewer.ended.join()).contains("too_slow");
        assertThat(viewer.texts).hasSizeLessThan(100);
        assertThat(writer.ended).isNotDone();
    }

    @Test
    void aPingIsAnsweredAlsoWithoutCreditForOutput() {
        Client client = Client.open(sh("yes"), "one");
        assertThat(client.texts.getFirst()).contains("\"pings\":true");
        client.stopReading();
        client.awaitScreen("y\r\ny\r\n");
        client.tell("{\"type\":\"ping\"}");
        client.awaitText("{\"type\":\"pong\"}");
        Client early = new Client(bash(), 0);
        early.tell("{\"type\":\"ping\"}");
        early.awaitText("{\"type\":\"pong\"}");
        assertThat(early.ended).isNotDone();
    }

    @Test
    void wordsOutOfPlaceAreRefused() {
        assertThat(refusal("x")).contains("message_unreadable");
        assertThat(refusal("{\"type\":\"dance\"}")).contains("message_unknown");
        assertThat(refusal("{\"type\":\"credit\",\"received\":0,\"offset\":10}"))
                .contains("credit_invalid");
        assertThat(refusal("{\"type\":\"open\",\"client\":\"../..\"}")).contains("opening_invalid");
        assertThat(refusal("{\"type\":\"open\",\"client\":\"a\",\"offset\":-1}"))
                .contains("opening_invalid");
        assertThat(refusal("{\"type\":\"open\",\"client\":\"a\",\"offset\":99}"))
                .contains("offset_unknown");
        assertThat(refusal("{\"x\":\"" + "y".repeat(2_000) + "\"}")).contains("message_too_large");
        Client early = new Client(bash(), 0);
        early.type("ls\r");
        assertThat(early.ended.join()).contains("not_opened");
        Client greedy = Client.open(bash(), "greedy");
        greedy.tell("{\"type\":\"credit\",\"received\":999999,\"offset\":9999999}");
        assertThat(greedy.ended.join()).contains("credit_invalid");
    }

    private String refusal(String word) {
        Client client = new Client(bash(), 0);
        client.tell(word);
        return client.ended.join();
    }

    @Test
    void aRingKeepsTheNewestBytesAndKnowsTheirOffsets() {
        Ring ring = new Ring(40_000);
        byte[] some = "0123456789".repeat(1_500).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 10; i++) {
            ring.append(some, some.length);
        }
        assertThat(ring.end()).isEqualTo(150_000);
        assertThat(ring.start()).isEqualTo(110_000);
        assertThat(new String(ring.read(110_003, 5), StandardCharsets.US_ASCII)).isEqualTo("34567");
        assertThat(ring.read(149_998, 100)).hasSize(2);
    }
}
