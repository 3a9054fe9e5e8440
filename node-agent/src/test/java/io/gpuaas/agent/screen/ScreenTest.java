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

/** Compares the screens of real programs with tmux after the same bytes, and drawn screens with their originals. */
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
    void joiningInTheMiddleEndsWithTheSameScreen(String name, int columns, int rows) throws Exception {
        byte[] bytes = resource(name + ".bytes");
        Random random = new Random(7);
        for (int round = 0; round < 60; round++) {
            int cut = random.nextInt(bytes.length);
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

    private static final String EVERYTHING = "\u001b[1;38;5;196mred\u001b[0m 漢字e\u0301🚀\r\n"
            + "\u001b]0;a title ü\u0007one\u001b]2;another\u001b\\two\u001bP1$r0m\u001b\\three\u001b_Gi=1;AAAA\u001b\\"
            + "\u001b[3\n;5\bHcontrols within\u001b[2\u001b[Kcut short\u001b]2;a third\u001b[31mnot its end\u001b[m"
            + "\u001b(0qq\u001b(B\u001b#\u001b[?25l\u001b[?2004hx\u001b[?1049h\u001b[2;3rfull\r\nscreen\u001b[38:2::9:8:7mü";

    /** Wherever the kernel cut what was printed: the rest of a sequence or of a character is never shown as text. */
    @Test
    void joiningInsideASequenceShowsNothingOfItsSecondHalf() {
        byte[] text = EVERYTHING.getBytes(StandardCharsets.UTF_8);
        // Half a character that never gets its other half.
        byte[] bytes = Arrays.copyOf(text, text.length + 4);
        System.arraycopy(new byte[] {(byte) 0xe6, (byte) 0xbc, 'x', (byte) 0xf0}, 0, bytes, text.length, 4);
        for (int cut = 0; cut <= bytes.length; cut++) {
            assertSameAfterCut(bytes, cut);
        }
    }

    private static void assertSameAfterCut(byte[] bytes, int cut) {
        Screen whole = new Screen(40, 6);
        whole.feed(bytes, cut);
        Screen late = redrawn(whole, 40, 6);
        assertThat(late.draw()).as("cut at %d", cut).isEqualTo(whole.draw());
        byte[] rest = Arrays.copyOfRange(bytes, cut, bytes.length);
        whole.feed(rest, rest.length);
        late.feed(rest, rest.length);
        assertThat(new String(late.draw(), StandardCharsets.UTF_8))
                .as("after a cut at %d", cut)
                .isEqualTo(new String(whole.draw(), StandardCharsets.UTF_8));
    }

    /** Images and large clipboard copies arrive as such strings. */
    @ParameterizedTest
    @CsvSource({"]52;c;", "Pq", "_G", "^", "X"})
    void theRestOfAStringTooLongToKeepIsSwallowed(String introducer) {
        String end = introducer.startsWith("]") ? "\u0007" : "\u001b\\";
        byte[] bytes =
                ("before\u001b" + introducer + "A".repeat(5_000) + end + "after").getBytes(StandardCharsets.UTF_8);
        for (int cut : new int[] {8, 4_000, 5_000, bytes.length - 7, bytes.length - 6, bytes.length - 5}) {
            assertSameAfterCut(bytes, cut);
        }
        Screen screen = new Screen(40, 6);
        screen.feed(bytes, 5_000);
        assertThat(screen.draw().length).as("nothing of it is kept").isLessThan(200);
    }

    @Test
    void aSequenceThatNeverEndsIsNotKept() {
        for (String endless : new String[] {"\u001b[1;", "\u001b#", "\u001b]2;t", "\u001bPq"}) {
            Screen screen = fed(40, 6, endless);
            byte[] more = "#".repeat(100_000).getBytes(StandardCharsets.UTF_8);
            screen.feed(more, more.length);
            assertThat(screen.draw().length).isLessThan(5_000);
        }
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
    void arbitraryBytesNeitherBreakTheScreenNorGrowIt() {
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

    @Test
    void aCellKeepsFourMarks() {
        String row = ("a" + "\u0301".repeat(16)).repeat(500);
        Screen screen = new Screen(500, 200);
        byte[] bytes = row.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 200; i++) {
            screen.feed(bytes, bytes.length);
        }
        assertThat(screen.draw().length).as("of 3,300,000 that came").isLessThan(300_000);
        assertThat(new String(screen.draw(), StandardCharsets.UTF_8)).contains("a" + "\u0301".repeat(4) + "a");
        // One of these takes the place of two.
        assertThat(fed(20, 2, "\u0301o\u0302\u0303\u0304" + "\udb40\udd00" + "\u0305e")
                        .text(0))
                .isEqualTo("o\u0302\u0303\u0304\u0305e");
    }

    @Test
    void aPictureThatWouldBeTooLargeLosesItsColoursInTheEndAndNotItsText() {
        StringBuilder text = new StringBuilder();
        for (int cell = 0; cell < 32_000; cell++) {
            int colour = cell % 200 + 55;
            text.append("\u001b[1;3;4;5;7;9;38;2;%1$d;%1$d;%1$d;48;2;%1$d;%1$d;%1$dm漢".formatted(colour));
        }
        Screen screen = fed(500, 65, text + "\u001b[?1049h" + text);
        assertThat(screen.draw().length).isBetween(1_500_000, 1_800_000);
        assertThat(redrawn(screen, 500, 65).text(60)).isEqualTo(screen.text(60)).hasSize(250);
    }

    @Test
    void aWideCharacterThatIsCutOffIsGone() {
        Screen screen = fed(10, 2, "12345678\u6f22");
        screen.resize(9, 2);
        assertThat(screen.text(0)).isEqualTo("12345678");
        assertThat(redrawn(screen, 9, 2).draw()).isEqualTo(screen.draw());
    }

    // ---- what scrolled away
    // ------------------------------------------------------------------------------------------

    private static Screen past(int columns, int rows, boolean fromTheBeginning, String text) {
        Screen past = Screen.keepingScrollback(columns, rows, fromTheBeginning);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        past.feed(bytes, bytes.length);
        return past;
    }

    private static String drawnWithPast(int columns, int rows, String text) {
        return new String(fed(columns, rows, text).draw(past(columns, rows, true, text)), StandardCharsets.UTF_8);
    }

    private static String numbered(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int number = from; number < to; number++) {
            text.append("line ").append(number).append("\r\n");
        }
        return text.toString();
    }

    @Test
    void scrollbackIsDrawnAboveTheScreenWithItsColours() {
        String text = "\u001b[1;31mfirst\u001b[0m line\r\n\r\n" + numbered(0, 30) + "prompt> ";
        String picture = drawnWithPast(40, 10, text);
        assertThat(picture)
                .startsWith("\u001bc\u001b[0;1;38;5;1mfirst\u001b[0m line\r\n\r\nline 0\r\nline 1\r\n")
                .contains("line 20\r\n" + "\r\n".repeat(9) + "\u001b[H\u001b[J")
                .contains("\u001b[1;1Hline 21\u001b[2;1Hline 22");
        assertThat(picture.split("line 20\r\n", -1)).hasSize(2);
        assertThat(text(past(40, 10, true, picture), 10)).isEqualTo(text(fed(40, 10, text), 10));
    }

    /** Wherever the stream is cut: who is drawn the picture has the same screen and the same lines above it. */
    @ParameterizedTest
    @CsvSource({"vim,80,24", "less,80,24", "top,100,30", "shell,80,24"})
    void aDrawnPictureHasTheSameScrollback(String name, int columns, int rows) throws Exception {
        byte[] bytes = resource(name + ".bytes");
        Random random = new Random(11);
        for (int round = 0; round < 30; round++) {
            String text = numbered(0, 60) + new String(bytes, 0, random.nextInt(bytes.length), StandardCharsets.UTF_8);
            String picture = drawnWithPast(columns, rows, text);
            Screen late = past(columns, rows, true, picture);
            assertThat(new String(late.draw(late), StandardCharsets.UTF_8)).isEqualTo(picture);
            assertThat(picture).contains("line 0\r\n");
        }
    }

    @Test
    void aLineThatWentOnInTheNextRowIsDrawnAsOne() {
        String text = "0123456789abcde\r\n" + numbered(0, 10);
        assertThat(drawnWithPast(10, 4, text)).startsWith("\u001bc0123456789abcde\r\nline 0\r\n");
    }

    @Test
    void theLinesAboveAreBounded() {
        String many = drawnWithPast(40, 10, numbered(0, 5_000));
        assertThat(many)
                .contains("line 4990\r\n")
                .doesNotContain("line 3990\r\n")
                .contains("line 3991\r\n");
        String colourful = ("\u001b[31ma\u001b[32mb".repeat(100) + "\r\n").repeat(900);
        assertThat(drawnWithPast(200, 10, colourful).length())
                .isBetween(Scrollback.CHARACTERS_MAX - 10_000, Scrollback.CHARACTERS_MAX + 30_000);
    }

    @Test
    void erasingTheScrollbackOrResettingLeavesNoLinesAbove() {
        for (String eraser : new String[] {"\u001b[H\u001b[2J\u001b[3J", "\u001bc"}) {
            assertThat(drawnWithPast(40, 10, numbered(0, 50) + eraser + numbered(100, 120)))
                    .doesNotContain("line 49")
                    .contains("line 105\r\n");
        }
        assertThat(fed(40, 5, "still here\u001b[3J").text(0))
                .as("only what is above")
                .isEqualTo("still here");
    }

    @Test
    void scrollingInAFullScreenProgramAddsNoScrollback() {
        String within = numbered(0, 50) + "\u001b[?1049h" + numbered(500, 600) + "\u001b[2;5r" + numbered(600, 700);
        assertThat(drawnWithPast(40, 10, within)).contains("line 5\r\n").doesNotContain("line 520");
        // Of a program that began before what is known, nothing tells until it ends.
        String rest = numbered(500, 600) + "\u001b[?1049l" + numbered(0, 30);
        Screen now = fed(40, 10, "\u001b[?1049h" + rest);
        assertThat(new String(now.draw(past(40, 10, false, rest)), StandardCharsets.UTF_8))
                .contains("line 5\r\n")
                .doesNotContain("line 520");
        Screen still = fed(40, 10, "\u001b[?1049h" + numbered(500, 600));
        assertThat(new String(still.draw(past(40, 10, false, numbered(500, 600))), StandardCharsets.UTF_8))
                .doesNotContain("line 520");
    }

    @Test
    void linesThatASmallerWindowPushesOutAreAbove() {
        Screen now = fed(40, 10, numbered(0, 9));
        Screen past = past(40, 10, true, numbered(0, 9));
        now.resize(40, 4);
        past.resize(40, 4);
        assertThat(new String(now.draw(past), StandardCharsets.UTF_8))
                .startsWith("\u001bcline 0\r\nline 1\r\nline 2\r\nline 3\r\nline 4\r\nline 5\r\n");
        assertThat(now.text(0)).isEqualTo("line 6");
    }
}
