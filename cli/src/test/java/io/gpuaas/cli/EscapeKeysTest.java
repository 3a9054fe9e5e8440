package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
    };

    private static String passed(EscapeKeys keys, String typed) {
        byte[] bytes = typed.getBytes(StandardCharsets.UTF_8);
        return new String(keys.pass(bytes, bytes.length), StandardCharsets.UTF_8);
    }

    @Test
    void aTildeAndADotLeaveOnlyAtTheBeginningOfALine() {
        EscapeKeys keys = new EscapeKeys(false, noted);
        assertThat(passed(keys, "cd ~.\r")).isEqualTo("cd ~.\r");
        assertThat(acts).isEmpty();
        assertThat(passed(keys, "~.")).isEmpty();
        assertThat(acts).containsExactly("leave");
    }

    @Test
    void theVeryFirstKeyMayBeginAnEscapeHoweverItIsCutIntoPieces() {
        EscapeKeys keys = new EscapeKeys(false, noted);
        assertThat(passed(keys, "~")).isEmpty();
        assertThat(passed(keys, "r")).isEmpty();
        assertThat(passed(keys, "~.")).isEmpty();
        assertThat(acts).containsExactly("reconnect", "leave");
    }

    @Test
    void whatIsNoEscapeIsTypedAndTwoTildesAreOne() {
        EscapeKeys keys = new EscapeKeys(false, noted);
        assertThat(passed(keys, "~/run.sh\r")).isEqualTo("~/run.sh\r");
        assertThat(passed(keys, "~~.\r")).isEqualTo("~.\r");
        assertThat(passed(keys, "~\r~x\n")).isEqualTo("~\r~x\n");
        assertThat(acts).isEmpty();
    }

    @Test
    void controlCLeavesOnlyForWhoWatches() {
        assertThat(passed(new EscapeKeys(false, noted), "\u0003")).isEqualTo("\u0003");
        assertThat(acts).isEmpty();
        passed(new EscapeKeys(true, noted), "\u0003");
        assertThat(acts).containsExactly("leave");
    }
}
