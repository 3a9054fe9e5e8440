package io.gpuaas.agent.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What real programs drew, as tmux shows it after the same bytes; and that a drawn screen is the same screen. */
class ScreenTest {

    private static byte[] resource(String name) throws Exception {
        try (InputStream in = ScreenTest.class.getResourceAsStream("/screens/" + name)) {
            assertThat(in).as(name).isNotNull();
            return in.readAllBytes();
        }
    }

    private static String text(Screen screen, int rows) {
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            lines.add(screen.text(row));
        }
        return String.join("\n", lines);
    }

    private static Screen fed(int columns, int rows, String text) {
        Screen screen = new Screen(columns, rows);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        screen.feed(bytes, bytes.length);
        return screen;
    }

    private static Screen redrawn(Screen screen, int columns, int rows) {
        Screen fresh = new Screen(columns, rows);
        byte[] picture = screen.draw();
        fresh.feed(picture, picture.length);
        return fresh;
    }

    @ParameterizedTest
    @CsvSource({"vim,80,24", "less,80,24", "top,100,30", "shell,80,24"})
    void programsLookAsInAnotherTerminal(String name, int columns, int rows) throws Exception {
        Screen screen = new Screen(columns, rows);
        byte[] bytes = resource(name + ".bytes");
        screen.feed(bytes, bytes.length);
        List<String> expected = new String(resource(name + ".txt"), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(text(screen, rows))
                .isEqualTo(String.join(
                        "\n",
                        expected.subList(0, rows).stream()
                                .map(String::stripTrailing)
                                .toList()));
        String[] facts = expected.get(rows).split(" ", -1);
        String picture = new String(screen.draw(), StandardCharsets.UTF_8);
        assertThat(picture.contains("\u001b[?1049h")).isEqualTo(facts[2].equals("1"));
        assertThat(picture.contains("\u001b[?25l")).isEqualTo(facts[3].equals("0"));
        assertThat(picture)
                .contains("\u001b[" + (Integer.parseInt(facts[1]) + 1) + ";" + (Integer.parseInt(facts[0]) + 1) + "H");
    }

    /** Wherever the stream is cut, a client that gets the picture and then the rest sees what the others see. */
    @ParameterizedTest
    @CsvSource({"vim,80,24", "less,80,24", "top,100,30", "shell,80,24"})
    void whoComesInTheMiddleEndsUpWithTheSameScreen(String name, int columns, int rows) throws Exception {
        byte[] bytes = resource(name + ".bytes");
        Random random = new Random(7);
        for (int round = 0; round < 60; round++) {
            int cut = cutBetweenSequences(bytes, random);
            Screen whole = new Screen(columns, rows);
            whole.feed(bytes, cut);
            Screen late = redrawn(whole, columns, rows);
            assertThat(late.draw()).as("cut at %d", cut).isEqualTo(whole.draw());
            byte[] rest = Arrays.copyOfRange(bytes, cut, bytes.length);
            whole.feed(rest, rest.length);
            late.feed(rest, rest.length);
            assertThat(new String(late.draw(), StandardCharsets.UTF_8))
                    .as("after a cut at %d", cut)
                    .isEqualTo(new String(whole.draw(), StandardCharsets.UTF_8));
        }
    }

    /** A sequence that is half sent is finished by its other half, which a picture cannot hold. */
    private static int cutBetweenSequences(byte[] bytes, Random random) {
        int cut = random.nextInt(bytes.length);
        while (cut < bytes.length && bytes[cut] != 0x1b && bytes[cut] != '\n') {
            cut++;
        }
        return cut;
    }

    @Test
    void coloursFlagsAndModesSurviveADrawing() {
        Screen screen = fed(
                40,
                5,
                "\u001b]2;the title\u0007\u001b[1;3;4;38;5;196mred\u001b[0m \u001b[48;2;1;2;3mtrue\u001b[38:2::9:8:7mcolons"
                        + "\u001b[0m\u001b[?2004h\u001b[?1002h\u001b[?1006h\u001b[?1h\u001b=\u001b[5 q\u001b[2;4r\u001b[3;7H");
        String picture = new String(screen.draw(), StandardCharsets.UTF_8);
        assertThat(picture)
                .contains("\u001b]2;the title\u0007")
                .contains("\u001b[0;1;3;4;38;5;196mred")
                .contains("48;2;1;2;3mtrue")
                .contains("38;2;9;8;7;48;2;1;2;3mcolons")
                .contains("\u001b[?2004h", "\u001b[?1002h", "\u001b[?1006h", "\u001b[?1h", "\u001b=", "\u001b[5 q")
                .contains("\u001b[2;4r")
                .contains("\u001b[3;7H");
        assertThat(redrawn(screen, 40, 5).draw()).isEqualTo(screen.draw());
    }

    @Test
    void wideAndCombiningCharactersTakeTheirCells() {
        Screen screen = fed(10, 4, "漢字e\u0301🚀\r\n123456789漢\r\n");
        assertThat(screen.text(0)).isEqualTo("漢字e\u0301🚀");
        assertThat(screen.text(1)).isEqualTo("123456789");
        assertThat(screen.text(2)).as("did not fit").isEqualTo("漢");
        Screen half = fed(10, 2, "漢字\u001b[1;2HX");
        assertThat(half.text(0)).as("half a character is none").isEqualTo(" X字");
        assertThat(redrawn(screen, 10, 4).draw()).isEqualTo(screen.draw());
    }

    @Test
    void theLastColumnWrapsOnlyWithTheNextCharacter() {
        Screen screen = fed(5, 3, "abcde");
        Screen again = redrawn(screen, 5, 3);
        byte[] next = {'f'};
        again.feed(next, 1);
        assertThat(text(again, 3)).isEqualTo("abcde\nf\n");
    }

    @Test
    void aSmallerWindowKeepsTheLineOfTheCursor() {
        Screen screen = fed(20, 4, "one\r\ntwo\r\nthree\r\nfour");
        screen.resize(10, 2);
        assertThat(text(screen, 2)).isEqualTo("three\nfour");
        screen.resize(30, 5);
        assertThat(text(screen, 5)).isEqualTo("three\nfour\n\n\n");
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5", "6", "7", "8"})
    void aFloodLeavesTheSameScreenAsItsBytesOneByOne(long seed) {
        Random random = new Random(seed);
        String[] between = {"\n", "\r\n", "\n", "\r", "\r\n", "\n", "\n", "\n"};
        String[] seldom = {
            "\u001b[5;9H",
            "\u001b[1;31m",
            "\t",
            "\u00e4",
            "\u001b[3;10r",
            "\u001b[r",
            "\u001b[?7l",
            "\u001b[?7h",
            "\u001b[4h",
            "\u001b[4l",
            "\u001b[3b",
            "\u001b]0;t\n\n\u0007"
        };
        Screen whole = new Screen(40, 10);
        Screen single = new Screen(40, 10);
        for (int flood = 0; flood < 20; flood++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 20_000) {
                text.append("x".repeat(random.nextInt(90))).append((char) ('a' + random.nextInt(26)));
                text.append(between[random.nextInt(between.length)]);
                if (random.nextInt(60) == 0) {
                    text.append(seldom[random.nextInt(seldom.length)]);
                }
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            whole.feed(bytes, bytes.length);
            for (byte one : bytes) {
                single.feed(new byte[] {one}, 1);
            }
            assertThat(new String(whole.draw(), StandardCharsets.UTF_8))
                    .isEqualTo(new String(single.draw(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void whateverTheBytesAreNothingBreaksAndNothingGrows() {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            Screen screen = new Screen(1 + random.nextInt(90), 1 + random.nextInt(30));
            byte[] bytes = new byte[4_000];
            random.nextBytes(bytes);
            for (int i = 0; i < bytes.length; i++) {
                int dice = random.nextInt(10);
                bytes[i] = dice == 0
                        ? 0x1b
                        : dice < 6
                                ? (byte) "[;0123456789?hlmHJKLMPSTrABCD@Xbcd78(0)#".charAt(random.nextInt(40))
                                : bytes[i];
            }
            screen.feed(bytes, bytes.length);
            if (round % 10 == 0) {
                screen.resize(1 + random.nextInt(90), 1 + random.nextInt(30));
                screen.feed(bytes, bytes.length);
            }
            assertThat(screen.draw().length).isLessThan(500_000);
        }
    }
}
