package io.gpuaas.agent.screen;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One row of cells. */
final class Line {

    private static final int BLANK = 0;
    private static final int RIGHT_HALF = -1;
    private static final int MARKS_MAX = Long.SIZE / Character.SIZE;

    /** More than a picture of the largest window needs in which every cell has two colours of its own. */
    private static final int STYLED_CHARACTERS_MAX = 1_500_000;

    private int[] glyphs;
    private long[] styles;

    /** Those of a cell as UTF-16 has them, the first one lowest: however many come, a cell costs no more. */
    private long @Nullable [] marks;

    private boolean isContinued;

    Line(int columns, long style) {
        glyphs = new int[columns];
        styles = new long[columns];
        Arrays.fill(styles, style);
    }

    void resize(int columns) {
        split(columns);
        glyphs = Arrays.copyOf(glyphs, columns);
        styles = Arrays.copyOf(styles, columns);
        if (marks != null) {
            marks = Arrays.copyOf(marks, columns);
        }
    }

    void putText(int column, byte[] bytes, int from, int count, long style) {
        split(column);
        split(column + count);
        for (int i = 0; i < count; i++) {
            glyphs[column + i] = bytes[from + i];
        }
        Arrays.fill(styles, column, column + count, style);
        forgetMarks(column, column + count);
    }

    void put(int column, int codePoint, int width, long style) {
        split(column);
        split(column + width);
        glyphs[column] = codePoint;
        styles[column] = style;
        if (width == 2) {
            glyphs[column + 1] = RIGHT_HALF;
            styles[column + 1] = style;
        }
        forgetMarks(column, column + width);
    }

    /** Something that joins the character in a cell. */
    void mark(int column, int codePoint) {
        int at = column > 0 && glyphs[column] == RIGHT_HALF ? column - 1 : column;
        if (marks == null) {
            marks = new long[glyphs.length];
        }
        char[] units = Character.toChars(codePoint);
        int used = Math.ceilDiv(Long.SIZE - Long.numberOfLeadingZeros(marks[at]), Character.SIZE);
        for (int i = 0; i < units.length && used + units.length <= MARKS_MAX; i++) {
            marks[at] |= (long) units[i] << ((used + i) * Character.SIZE);
        }
    }

    /** Marks the line as wrapped: its text continues in the next row. */
    void goOn() {
        isContinued = true;
    }

    /** Whether a terminal that draws it goes on in the next row by itself. */
    boolean isContinued() {
        return isContinued && length() == glyphs.length;
    }

    /** Half of a wide character is none. */
    private void split(int column) {
        if (column > 0 && column < glyphs.length && glyphs[column] == RIGHT_HALF) {
            glyphs[column] = BLANK;
            glyphs[column - 1] = BLANK;
            forgetMarks(column - 1, column);
        }
    }

    private void forgetMarks(int from, int to) {
        if (marks != null) {
            Arrays.fill(marks, from, to, 0);
        }
    }

    void erase(int from, int to, long style) {
        split(from);
        split(to);
        Arrays.fill(glyphs, from, to, BLANK);
        Arrays.fill(styles, from, to, style);
        forgetMarks(from, to);
        isContinued = isContinued && to < glyphs.length;
    }

    /** Moves what is at and after a column to the right, or with a negative count to the left. */
    void shift(int column, int count, long style) {
        int columns = glyphs.length;
        int distance = Math.min(Math.abs(count), columns - column);
        split(column);
        if (count > 0) {
            move(column, column + distance, columns - column - distance);
            erase(column, column + distance, style);
            split(columns - 1);
        } else {
            split(column + distance);
            move(column + distance, column, columns - column - distance);
            erase(columns - distance, columns, style);
        }
    }

    private void move(int from, int to, int count) {
        System.arraycopy(glyphs, from, glyphs, to, count);
        System.arraycopy(styles, from, styles, to, count);
        if (marks != null) {
            System.arraycopy(marks, from, marks, to, count);
        }
    }

    int glyph(int column) {
        return glyphs[column];
    }

    long style(int column) {
        return styles[column];
    }

    private int length() {
        int length = glyphs.length;
        while (length > 0 && glyphs[length - 1] == BLANK && styles[length - 1] == Style.PLAIN) {
            length--;
        }
        return length;
    }

    boolean isBlank() {
        return length() == 0;
    }

    /** Draws itself from the first column on, plain when much is drawn already; returns the style it ends with. */
    long draw(StringBuilder out, long styleBefore) {
        long style = styleBefore;
        int length = length();
        for (int column = 0; column < length; column++) {
            if (glyphs[column] != RIGHT_HALF) {
                if (styles[column] != style && out.length() < STYLED_CHARACTERS_MAX) {
                    style = styles[column];
                    Style.write(out, style);
                }
                drawCell(out, column);
            }
        }
        return style;
    }

    void drawCell(StringBuilder out, int column) {
        out.appendCodePoint(glyphs[column] <= BLANK ? ' ' : glyphs[column]);
        for (long left = marks == null ? 0 : marks[column]; left != 0; left >>>= Character.SIZE) {
            out.append((char) left);
        }
    }

    String text() {
        StringBuilder out = new StringBuilder();
        for (int column = 0; column < glyphs.length; column++) {
            if (glyphs[column] != RIGHT_HALF) {
                drawCell(out, column);
            }
        }
        return out.toString().stripTrailing();
    }
}
