package io.gpuaas.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTailTest {

    @TempDir
    Path folder;

    private Path log;

    @SuppressWarnings("NullAway.Init")
    FileTailTest() {}

    @BeforeEach
    void write() throws Exception {
        log = folder.resolve("agent.log");
        Files.writeString(log, "one\ntwo\nthree\n");
    }

    private void append(String text) throws Exception {
        Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void rotate() throws Exception {
        Files.move(log, folder.resolve("agent.log.1"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Reads until nothing more arrives. */
    private static String read(FileTail tail) throws Exception {
        StringBuilder text = new StringBuilder();
        int empty = 0;
        while (empty < 2) {
            byte[] bytes = tail.read(4);
            if (bytes == null) {
                return text + "(end)";
            }
            empty = bytes.length == 0 ? empty + 1 : 0;
            text.append(new String(bytes, StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    @Test
    void theLastLinesComeFirstAndThenTheEnd() throws Exception {
        assertThat(read(new FileTail(log, 2, false))).isEqualTo("two\nthree\n(end)");
        assertThat(read(new FileTail(log, 0, false))).isEqualTo("(end)");
        assertThat(read(new FileTail(log, 10, false))).isEqualTo("one\ntwo\nthree\n(end)");
    }

    @Test
    void appendedLinesFollowAlsoAfterTheFileIsRotated() throws Exception {
        try (FileTail tail = new FileTail(log, 1, true)) {
            assertThat(read(tail)).isEqualTo("three\n");
            append("four\n");
            assertThat(read(tail)).isEqualTo("four\n");
            append("five\n");
            rotate();
            append("six\n");
            assertThat(read(tail)).isEqualTo("five\nsix\n");
            assertThat(tail.takeGap()).isFalse();
        }
    }

    @Test
    void aFileReplacedTwiceBeforeItWasReadShowsAGap() throws Exception {
        try (FileTail tail = new FileTail(log, 1, true)) {
            assertThat(read(tail)).isEqualTo("three\n");
            rotate();
            append("lost\n");
            rotate();
            append("six\n");
            assertThat(read(tail)).isEqualTo("six\n");
            assertThat(tail.takeGap()).isTrue();
            assertThat(tail.takeGap()).isFalse();
        }
    }
}
