package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Connections of clients to a terminal: they break, return, fall silent, speak out of turn. */
class TerminalConnectionTest extends RealShells {

    @Test
    void theConnectionStaysUntilTheOtherSideHasHeardOfTheEnd() throws Exception {
        Client client = Client.open(sh("read go; exit 7"), "one");
        client.answersGoodbyes = false;
        client.type("\r");
        client.awaitText("\"code\":7");
        // Longer than a goodbye of this side would be waited for: the gateway may hold the rest for somebody slow.
        await().during(Duration.ofSeconds(3))
                .atMost(Duration.ofSeconds(30))
                .until(() -> !client.isAborted && !client.hasHeardGoodbye);
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
    void aReturningClientContinuesAtTheByteWhereItLeft() throws Exception {
        String script = "stty raw -echo; head -c 3000000 /dev/urandom | base64 | tee copy; sleep 60";
        Terminal terminal = sh(script);
        byte[] all = new byte[0];
        for (int round = 0; round < 5; round++) {
            Client client = Client.open(terminal, "one", all.length, true);
            assertThat(client.texts.getFirst())
                    .contains("\"offset\":" + all.length + ",")
                    .contains("\"writer\":true");
            client.stopReading();
            // The terminal reports a stall once it has sent all that was granted.
            await().until(() -> client.pongs.contains("stalled"));
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

    @Test
    void aClientThatComesAgainReplacesItsFormerConnection() {
        Terminal terminal = bash();
        Client first = Client.open(terminal, "one");
        Client again = Client.open(terminal, "one");
        assertThat(first.ended.join()).contains("replaced");
        again.type("echo still-$((1+1))\r");
        again.awaitScreen("still-2");
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
}
