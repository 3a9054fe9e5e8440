package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Input to a terminal: which client may type, and that no key is lost or typed twice. */
class TerminalKeyboardTest extends RealShells {

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
        await().until(() -> one.texts.size() > 1);
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
}
