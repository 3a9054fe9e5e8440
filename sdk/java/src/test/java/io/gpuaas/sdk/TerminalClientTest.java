package io.gpuaas.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks the messages that a person at a terminal sees. */
class TerminalClientTest {

    private final List<String> told = new ArrayList<>();
    private final StringBuilder shown = new StringBuilder();
    private final HttpClient http = HttpClient.newHttpClient();
    private final TerminalClient client =
            new TerminalClient(http, new TerminalClient.Size(80, 24), new TerminalClient.Display() {
                @Override
                public void show(ByteBuffer bytes) {
                    shown.append(StandardCharsets.UTF_8.decode(bytes));
                }

                @Override
                public void tell(String notice) {
                    told.add(notice);
                }
            });

    @AfterEach
    void close() {
        client.close();
        http.close();
    }

    /** One connection: what the terminal says over it, and what the client does. */
    private final class Connection {

        private final Deaf socket = new Deaf();
        private final TerminalLink link = new TerminalLink(client, new Liveness(TerminalClient.Patience.DEFAULT));

        Connection() {
            client.begin(link, TerminalClient.Part.WRITE);
            link.use(socket);
        }

        Connection says(String word) {
            link.onText(socket, word, true);
            return this;
        }

        Connection opens(long offset, long inputOffset, boolean writes) {
            return says("{\"type\":\"opened\",\"offset\":" + offset + ",\"input_offset\":" + inputOffset
                    + ",\"writer\":" + writes + "}");
        }

        Connection prints(String text) {
            link.onBinary(socket, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), true);
            return this;
        }

        long asksFrom() {
            return Json.MAPPER.readTree(socket.said.getFirst()).path("offset").asLong(-1);
        }

        void breaks() {
            link.onError(socket, new IOException("reset"));
            client.end(link);
        }
    }

    /** A new connection, at which the terminal says this first. */
    private void connect(String opened) {
        new Connection().says(opened);
    }

    @Test
    void aScreenThatWasHalfDrawnIsAskedForAnew() {
        Connection first = new Connection().opens(1_000, 0, true).says("{\"type\":\"snapshot\",\"bytes\":10}");
        first.prints("12345").breaks();
        Connection second = new Connection();
        assertThat(second.asksFrom()).isZero();
        second.opens(1_200, 0, true).says("{\"type\":\"snapshot\",\"bytes\":10}");
        second.prints("12345").prints("67890").breaks();
        assertThat(shown).hasToString("123451234567890");
        Connection third = new Connection();
        assertThat(third.asksFrom()).as("the screen was drawn").isEqualTo(1_200);
        third.opens(1_200, 0, true).prints("abc").breaks();
        assertThat(new Connection().asksFrom()).isEqualTo(1_203);
    }

    @Test
    void aScreenThatWasAnnouncedAndNeverCameIsAskedForAnew() {
        new Connection().opens(1_000, 0, true).breaks();
        assertThat(new Connection().asksFrom())
                .as("before a word of the screen")
                .isZero();
        Connection reading = new Connection().opens(1_000, 0, true).says("{\"type\":\"snapshot\",\"bytes\":1}");
        reading.prints("s")
                .says("{\"type\":\"skipped\",\"from\":1000,\"to\":900000}")
                .breaks();
        assertThat(new Connection().asksFrom()).as("skipped, not drawn").isZero();
    }

    @Test
    void aTerminalThatDrawsNoScreensIsGoneOnWithAtItsByte() {
        new Connection().opens(1_000, 0, true).prints("abc").breaks();
        assertThat(new Connection().asksFrom()).isEqualTo(1_003);
    }

    private static final String CREDIT = "{\"type\":\"credit\",\"offset\":65536}";

    private static String writer(boolean writes) {
        return "{\"type\":\"writer\",\"writer\":" + writes + "}";
    }

    private static byte[] keys(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void keysTypedWhileSomebodyElseWritesAreDroppedAndNeverTypedLater() throws Exception {
        Connection first = new Connection().opens(0, 0, true).says(CREDIT);
        assertThat(client.press(keys("mine "))).isTrue();
        first.says(writer(false));
        assertThat(client.isWriter()).isFalse();
        assertThat(client.press(keys("rm -r everything\r"))).isFalse();
        first.says(writer(true)).says(CREDIT);
        assertThat(client.press(keys("mine again "))).isTrue();
        first.says(writer(false)).breaks();
        Connection back = new Connection().opens(0, 131_072, true);
        back.says("{\"type\":\"credit\",\"offset\":196608}");
        assertThat(client.press(keys("and now"))).isTrue();
        assertThat(first.socket.typed).hasToString("mine mine again ");
        assertThat(back.socket.typed).as("nothing that was typed in vain").hasToString("and now");
        assertThat(told)
                .containsExactly(
                        "somebody else took this terminal over; you watch",
                        "you write in this terminal now",
                        "somebody else took this terminal over; you watch",
                        "connected again");
    }

    @Test
    void keysPressedWhileReconnectingWaitForTheConnectionAndAreDroppedWhenItIsOnlyToWatch() throws Exception {
        new Connection().opens(0, 0, true).says(CREDIT).breaks();
        CompletableFuture<Boolean> kept = waiting(() -> client.press(keys("kept")));
        Connection second = new Connection().opens(0, 0, true).says(CREDIT);
        assertThat(kept.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.socket.typed).hasToString("kept");
        second.breaks();
        CompletableFuture<Boolean> dropped = waiting(() -> client.press(keys("dropped")));
        Connection third = new Connection().opens(0, 0, false);
        assertThat(dropped.get(60, TimeUnit.SECONDS)).isFalse();
        third.says(writer(true)).says(CREDIT);
        assertThat(third.socket.typed).asString().isEmpty();
    }

    @Test
    void aProgramWaitsForTheKeyboard() throws Exception {
        Connection connection = new Connection().opens(0, 0, false);
        CompletableFuture<Boolean> typing = waiting(() -> {
            client.type(keys("from a pipe"));
            return true;
        });
        connection.says(writer(true)).says(CREDIT);
        assertThat(typing.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(connection.socket.typed).hasToString("from a pipe");
    }

    @Test
    void keysTypedWhileTakingOverWaitForTheAnswer() throws Exception {
        Connection connection = new Connection().opens(0, 0, false);
        client.takeOver();
        assertThat(connection.socket.said.getLast()).isEqualTo("{\"type\":\"take_over\",\"columns\":80,\"rows\":24}");
        CompletableFuture<Boolean> pressed = waiting(() -> client.press(keys("ls\r")));
        connection.says(writer(true)).says(CREDIT);
        assertThat(pressed.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(connection.socket.typed).hasToString("ls\r");
        int said = connection.socket.said.size();
        client.takeOver();
        assertThat(connection.socket.said).as("who writes has nothing to take").hasSize(said);
    }

    @Test
    void aReadOnlyParticipantIsToldSoAndItsKeysAreDropped() throws Exception {
        Connection connection = new Connection().opens(0, 0, false);
        client.takeOver();
        connection.says("{\"type\":\"refused\",\"reason\":\"not_allowed\"}");
        assertThat(client.press(keys("x"))).isFalse();
        assertThat(told).last().isEqualTo("you may only watch this terminal");
    }

    @Test
    void aRevokedCredentialMayBeAnotherOneSoTheConnectionMayBeTriedAgain() throws Exception {
        Connection revoked = new Connection().opens(0, 0, true).says("{\"type\":\"ended\",\"reason\":\"revoked\"}");
        assertThat(revoked.link.awaitEnding()).isEqualTo(new TerminalClient.Ending("revoked", null, false));
        Connection late = new Connection().opens(0, 0, true).says("{\"type\":\"ended\",\"reason\":\"time_is_up\"}");
        assertThat(late.link.awaitEnding()).isEqualTo(new TerminalClient.Ending("time_is_up", null, true));
    }

    /** Once it waits. */
    private static CompletableFuture<Boolean> waiting(Callable<Boolean> typing) throws Exception {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                answer.complete(typing.call());
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        });
        long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (thread.getState() != Thread.State.WAITING) {
            assertThat(answer).as("waits").isNotDone();
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.onSpinWait();
        }
        return answer;
    }

    @Test
    void thatATerminalIsRecordedIsToldOnce() {
        String opened = "{\"type\":\"opened\",\"offset\":0,\"input_offset\":0,\"writer\":true,\"recorded\":true}";
        connect(opened);
        assertThat(told).containsExactly("this terminal is recorded");
        connect(opened);
        assertThat(told)
                .as("after a connection that broke")
                .containsExactly("this terminal is recorded", "connected again");
    }

    @Test
    void thatWhatIsTypedIsRecordedTooIsTold() {
        connect("{\"type\":\"opened\",\"writer\":true,\"recorded\":true,\"records_input\":true}");
        assertThat(told).containsExactly("this terminal is recorded, what you type too");
    }

    @Test
    void nothingIsToldOfATerminalThatIsNotRecorded() {
        connect("{\"type\":\"opened\",\"offset\":0,\"input_offset\":0,\"writer\":true,\"recorded\":false}");
        assertThat(told).isEmpty();
        connect("{\"type\":\"opened\",\"offset\":0,\"input_offset\":0,\"writer\":true}");
        assertThat(told).containsExactly("connected again");
    }

    @Test
    void aWindowThatChangesWhileAConnectionIsMadeIsToldOverIt() {
        Deaf socket = new Deaf();
        TerminalLink link = new TerminalLink(client, new Liveness(TerminalClient.Patience.DEFAULT));
        client.begin(link, TerminalClient.Part.WRITE);
        client.resize(new TerminalClient.Size(132, 43));
        link.use(socket);
        assertThat(socket.said).hasSize(2);
        assertThat(socket.said.getFirst()).contains("\"open\"", "\"columns\":80,\"rows\":24");
        assertThat(socket.said.getLast()).isEqualTo("{\"type\":\"resize\",\"columns\":132,\"rows\":43}");
    }

    /** Takes everything and answers nothing. */
    private static final class Deaf implements WebSocket {

        private final List<String> said = new ArrayList<>();
        private final StringBuilder typed = new StringBuilder();

        private CompletableFuture<WebSocket> sent() {
            return CompletableFuture.completedFuture(this);
        }

        @Override
        public CompletableFuture<WebSocket> sendText(CharSequence data, boolean last) {
            said.add(data.toString());
            return sent();
        }

        @Override
        public CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean last) {
            typed.append(StandardCharsets.UTF_8.decode(data));
            return sent();
        }

        @Override
        public CompletableFuture<WebSocket> sendPing(ByteBuffer message) {
            return sent();
        }

        @Override
        public CompletableFuture<WebSocket> sendPong(ByteBuffer message) {
            return sent();
        }

        @Override
        public CompletableFuture<WebSocket> sendClose(int code, String reason) {
            return sent();
        }

        @Override
        public void request(long n) {}

        @Override
        public String getSubprotocol() {
            return "gpuaas.stream.v1";
        }

        @Override
        public boolean isOutputClosed() {
            return false;
        }

        @Override
        public boolean isInputClosed() {
            return false;
        }

        @Override
        public void abort() {}
    }
}
