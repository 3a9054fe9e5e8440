package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.host.Shell;
import io.gpuaas.kernel.log.JsonLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other people in somebody's terminal. */
class GuestTest {

    private static final Participant ANN = new Participant(UUID.randomUUID(), "Ann", false);
    private static final Participant BOB = new Participant(UUID.randomUUID(), "Bob", true);

    @TempDir
    Path home;

    private Terminal terminal;
    private Client owner;

    @SuppressWarnings("NullAway.Init")
    GuestTest() {}

    @BeforeEach
    void open() {
        terminal = terminal(Duration.ofMinutes(5));
        owner = Client.open(terminal, "mine");
    }

    private Terminal terminal(Duration detached) {
        Terminal made = new Terminal(
                UUID.randomUUID(),
                UUID.randomUUID(),
                new Shell(List.of("bash", "--norc"), Map.of("PATH", "/usr/bin:/bin", "TERM", "dumb"), home, null),
                new Limits(Duration.ofMinutes(5), Duration.ofMinutes(5), detached),
                new Tape(null),
                new Pictures(10_000_000),
                JsonLog.discarding(),
                ended -> {});
        made.start();
        return made;
    }

    @AfterEach
    void end() throws Exception {
        terminal.end(End.CLOSED);
        assertThat(terminal.awaitEnd(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void aGuestWatchesAndIsSeenComingAndGoing() {
        Client ann = Client.openAs(ANN, terminal, "hers");
        assertThat(ann.texts.getFirst()).contains("\"writer\":false");
        owner.awaitText("\"joined\":\"Ann\"");
        owner.awaitText("{\"name\":\"Ann\",\"owner\":false,\"writer\":false}");
        ann.awaitText("{\"name\":\"\",\"owner\":true,\"writer\":true}");
        owner.type("echo seen-$((1+1))\r");
        ann.awaitScreen("seen-2");
        ann.loseConnection();
        owner.awaitText("\"left\":\"Ann\"");
    }

    @Test
    void aGuestWhoMayOnlyWatchGetsTheKeyboardByNoWord() {
        Client ann = Client.openAs(ANN, terminal, "hers");
        ann.tell("{\"type\":\"take_over\",\"columns\":90,\"rows\":20}");
        ann.awaitText("not_allowed");
        ann.type("echo forbidden\r");
        ann.awaitText("not_the_writer");
        owner.loseConnection();
        Client again = Client.openAs(ANN, terminal, "hers");
        assertThat(again.texts.getFirst()).contains("\"writer\":false");
        again.type("echo forbidden\r");
        again.awaitText("not_the_writer");
        assertThat(again.screen()).doesNotContain("forbidden");
    }

    @Test
    void aGuestCannotTakeThePlaceOfAnothersClientByItsName() {
        Client bob = Client.openAs(BOB, terminal, "mine");
        assertThat(bob.texts.getFirst()).contains("\"writer\":false");
        owner.type("echo still-$((1+1))\r");
        bob.awaitScreen("still-2");
        assertThat(owner.ended).isNotDone();
    }

    @Test
    void aGuestWhoMayWriteTakesOverAndEverybodyIsTold() {
        Client bob = Client.openAs(BOB, terminal, "his");
        bob.tell("{\"type\":\"take_over\",\"columns\":90,\"rows\":20}");
        owner.awaitText("{\"type\":\"writer\",\"writer\":false}");
        owner.awaitText("\"took_over\":\"Bob\"");
        bob.type("echo bob-$((1+1))\r");
        owner.awaitScreen("bob-2");
        owner.tell("{\"type\":\"take_over\",\"columns\":90,\"rows\":20}");
        bob.awaitText("{\"type\":\"writer\",\"writer\":false}");
    }

    @Test
    void aGuestWhoMayWriteDoesNotGetTheKeyboardOfWhoLostTheConnectionJustNow() {
        owner.loseConnection();
        Client bob = Client.openAs(BOB, terminal, "his");
        assertThat(bob.texts.getFirst()).contains("\"writer\":false");
    }

    /** Takes as long as a terminal is kept at least, whatever its limit is. */
    @Test
    void readOnlyGuestsDoNotKeepATerminalAliveAndWritersDo() throws Exception {
        Terminal watched = terminal(Duration.ZERO);
        Terminal kept = terminal(Duration.ZERO);
        try {
            List<Client> owners = List.of(Client.open(watched, "mine"), Client.open(kept, "mine"));
            Client ann = Client.openAs(ANN, watched, "hers");
            Client bob = Client.openAs(BOB, kept, "his");
            long lostNanos = System.nanoTime();
            owners.forEach(Client::loseConnection);
            assertThat(ann.ended.get(60, TimeUnit.SECONDS)).isEqualTo("{\"type\":\"exited\",\"reason\":\"detached\"}");
            assertThat(Duration.ofNanos(System.nanoTime() - lostNanos)).isGreaterThan(Keyboard.GRACE.minusSeconds(1));
            assertThat(watched.awaitEnd(Duration.ofSeconds(10))).isTrue();
            assertThat(bob.ended).isNotDone();
            bob.tell("{\"type\":\"take_over\",\"columns\":90,\"rows\":20}");
            bob.type("echo alive-$((1+1))\r");
            bob.awaitScreen("alive-2");
        } finally {
            for (Terminal one : List.of(watched, kept)) {
                one.end(End.CLOSED);
                assertThat(one.awaitEnd(Duration.ofSeconds(10))).isTrue();
            }
        }
    }

    @Test
    void guestsNeverFillTheTerminalUp() throws Exception {
        for (int i = 0; i < 4; i++) {
            Client.openAs(ANN, terminal, "window-" + i);
        }
        Client fifth = new Client(terminal, 0, ANN);
        fifth.tell("{\"type\":\"open\",\"client\":\"window-5\"}");
        assertThat(fifth.ended.get()).contains("too_many_clients");
        assertThat(Client.open(terminal, "second").ended).isNotDone();
    }
}
