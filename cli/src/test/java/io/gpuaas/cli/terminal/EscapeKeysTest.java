package io.gpuaas.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EscapeKeysTest {

    private final List<String> acts = new ArrayList<>();

    private final EscapeKeys.Acts noted = new EscapeKeys.Acts() {
        @Override
        public void leave() {
            acts.add("leave");
        }

        @Override
        public void reconnect() {
            acts.add("reconnect");
        }

        @Override
        public void takeOver() {
            acts.add("take over");
        }

        @Override
        public void list() {
            acts.add("list");
        }
    };

    private static String passed(EscapeKeys keys, String typed) {
        byte[] bytes = typed.getBytes(StandardCharsets.UTF_8);
        return new String(keys.pass(bytes, bytes.length), StandardCharsets.UTF_8);
    }

    @Test
    void aTildeAndADotLeaveOnlyAtTheBeginningOfALine() {
        EscapeKeys keys = new EscapeKeys(() -> false, noted);
        assertThat(passed(keys, "cd ~.\r")).isEqualTo("cd ~.\r");
        assertThat(acts).isEmpty();
        assertThat(passed(keys, "~.")).isEmpty();
        assertThat(acts).containsExactly("leave");
    }

    @Test
    void theVeryFirstKeyMayBeginAnEscapeHoweverItIsCutIntoPieces() {
        EscapeKeys keys = new EscapeKeys(() -> false, noted);
        assertThat(passed(keys, "~")).isEmpty();
        assertThat(passed(keys, "r")).isEmpty();
        assertThat(passed(keys, "~.")).isEmpty();
        assertThat(acts).containsExactly("reconnect", "leave");
    }

    @Test
    void theKeyboardIsTakenOverAndTheEscapesAreListed() {
        EscapeKeys keys = new EscapeKeys(() -> false, noted);
        assertThat(passed(keys, "~?~tls\r~t")).isEqualTo("ls\r");
        assertThat(acts).containsExactly("list", "take over", "take over");
        assertThat(EscapeKeys.LIST).contains("~. ", "~r ", "~t ", "~? ", "~~ ");
    }

    @Test
    void anythingButAnEscapeIsTypedAndTwoTildesAreOne() {
        EscapeKeys keys = new EscapeKeys(() -> false, noted);
        assertThat(passed(keys, "~/run.sh\r")).isEqualTo("~/run.sh\r");
        assertThat(passed(keys, "~~.\r")).isEqualTo("~.\r");
        assertThat(passed(keys, "~\r~x\n")).isEqualTo("~\r~x\n");
        assertThat(acts).isEmpty();
    }

    @Test
    void controlCLeavesOnlyForWhoWatches() {
        assertThat(passed(new EscapeKeys(() -> false, noted), "\u0003")).isEqualTo("\u0003");
        assertThat(acts).isEmpty();
        AtomicBoolean onlyWatches = new AtomicBoolean(true);
        EscapeKeys watching = new EscapeKeys(onlyWatches::get, noted);
        assertThat(passed(watching, "\u0003")).isEmpty();
        assertThat(acts).containsExactly("leave");
        onlyWatches.set(false);
        assertThat(passed(watching, "\u0003")).as("who took it over").isEqualTo("\u0003");
    }
}
