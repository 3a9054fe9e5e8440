package io.gpuaas.agent.screen;

import java.util.ArrayDeque;
import java.util.Deque;

/** The newest lines that scrolled off a screen, as what draws them. */
final class Scrollback {

    static final int LINES_MAX = 1_000;
    static final int CHARACTERS_MAX = 256 * 1024;

    private static final String END = "\r\n";
    private static final String PLAIN = "\u001b[0m";

    private final Deque<String> lines = new ArrayDeque<>();
    private int characters;

    void add(Line line) {
        StringBuilder out = new StringBuilder();
        if (line.draw(out, Style.PLAIN) != Style.PLAIN) {
            out.append(PLAIN);
        }
        if (!line.isContinued()) {
            out.append(END);
        }
        lines.addLast(out.toString());
        characters += out.length();
        while (lines.size() > LINES_MAX || characters > CHARACTERS_MAX) {
            characters -= lines.removeFirst().length();
        }
    }

    void clear() {
        lines.clear();
        characters = 0;
    }

    /** On a fresh terminal with so many rows: all of it above the first row, and the rows blank. */
    void draw(StringBuilder out, int rows) {
        if (lines.isEmpty()) {
            return;
        }
        lines.forEach(out::append);
        // The last one may go on in the first row.
        int feeds = lines.getLast().endsWith(END) ? rows - 1 : rows;
        out.append(END.repeat(feeds)).append("\u001b[H\u001b[J");
    }
}
