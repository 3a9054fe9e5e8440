package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Clients that missed output get a picture of the screen instead. */
class TerminalPicturesTest extends RealShells {

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
    void aClientIsTurnedAwayWhileOthersHoldAllPictures() throws Exception {
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

        await().during(Duration.ofMillis(500))
                .atMost(Duration.ofSeconds(30))
                .until(() -> watcher.texts.stream().noneMatch(text -> text.contains("skipped")));
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
}
