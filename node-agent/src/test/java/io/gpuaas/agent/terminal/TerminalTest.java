package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.kernel.log.JsonLog;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Shells in terminals: their environment, their output, their end. */
class TerminalTest extends RealShells {

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
    void aStoppedReaderStopsTheProgramAndControlCStillArrives() {
        Terminal terminal = sh("trap 'touch trapped' INT; yes; echo over; sleep 60");
        Client client = Client.open(terminal, "one");
        client.awaitScreen("y\r\ny\r\n");
        client.stopReading();
        long granted = client.received() + 256 * 1024;
        await("the gateway is told").until(() -> client.pongs.contains("stalled"));
        assertThat(client.received()).isLessThanOrEqualTo(granted + 256 * 1024);
        assertThat(home.resolve("trapped")).doesNotExist();
        client.type("\u0003");
        await().until(() -> Files.exists(home.resolve("trapped")));
        client.goOnReading();
        client.awaitScreen("over");
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
    void aShellThatCannotBeStartedIsLoggedWithItsCause() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        JsonLog log = new JsonLog(Clock.systemUTC(), lines::add);
        Files.delete(home);
        Client client = Client.open(start(LONG, new Tape(null), new Pictures(10_000_000), log, "sh"), "one");
        assertThat(client.ended.get()).contains("broken");
        assertThat(lines).singleElement().asString().contains("terminal broke").contains("IOException");
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
        assertThat(timed.ended.get(60, TimeUnit.SECONDS)).contains("time_is_up");

        Terminal terminal = sh(away);
        Client client = Client.open(terminal, "one");
        String mark = Processes.TERMINAL + "=" + terminal.id();
        await().until(() -> Processes.list(Processes.NO_SESSION, mark).stream()
                .anyMatch(process -> process.info().command().orElse("").endsWith("sleep")));
        terminal.end(End.RELEASED);
        assertThat(client.ended.get(60, TimeUnit.SECONDS)).contains("released");
        assertThat(Processes.list(Processes.NO_SESSION, mark)).isEmpty();
    }
}
