package io.gpuaas.agent.screen;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A screen of cells, its cursor and its margins. Rows and columns count from 0. */
final class Grid {

    private int columns;
    private int rows;
    private Line[] lines;
    private int first;
    private int row;
    private int column;
    private boolean isWrapDue;
    private int top;
    private int bottom;
    private final @Nullable Scrollback scrollback;

    Grid(int columns, int rows) {
        this(columns, rows, null);
    }

    /** Keeps the lines that scroll off in {@code scrollback}, if there is one. */
    Grid(int columns, int rows, @Nullable Scrollback scrollback) {
        this.scrollback = scrollback;
        this.columns = columns;
        this.rows = rows;
        this.lines = new Line[rows];
        for (int i = 0; i < rows; i++) {
            lines[i] = new Line(columns, Style.PLAIN);
        }
        this.bottom = rows - 1;
    }

    int rows() {
        return rows;
    }

    int row() {
        return row;
    }

    int column() {
        return column;
    }

    int top() {
        return top;
    }

    int bottom() {
        return bottom;
    }

    boolean isWrapDue() {
        return isWrapDue;
    }

    boolean hasMargins() {
        return top > 0 || bottom < rows - 1;
    }

    Line line(int index) {
        return lines[(first + index) % rows];
    }

    private void setLine(int index, Line line) {
        lines[(first + index) % rows] = line;
    }

    void moveTo(int newRow, int newColumn) {
        row = Math.clamp(newRow, 0, rows - 1);
        column = Math.clamp(newColumn, 0, columns - 1);
        isWrapDue = false;
    }

    /** To the lowest row, with so many cells of it behind the cursor. */
    void jumpToBottom(int cells) {
        moveTo(rows - 1, cells);
        isWrapDue = cells == columns;
    }

    /** How many cells of the row are behind the cursor. */
    int cells() {
        return isWrapDue ? columns : column;
    }

    void setMargins(int newTop, int newBottom) {
        if (newTop < newBottom && newBottom < rows) {
            top = newTop;
            bottom = newBottom;
        }
    }

    // ---- printing --------------------------------------------------------------------------------------------------

    /** How what is printed gets there. */
    record Pen(long style, boolean wraps, boolean inserts) {}

    /** A run of ASCII, which is what most of all output is. */
    void text(byte[] bytes, int from, int to, Pen pen) {
        int at = from;
        while (at < to) {
            wrapIfDue(pen);
            int room = columns - column;
            int count = Math.min(room, to - at);
            if (pen.inserts()) {
                line(row).shift(column, count, Style.erased(pen.style()));
            }
            line(row).putText(column, bytes, at, count, pen.style());
            at += count;
            advance(count);
            if (isWrapDue && !pen.wraps() && at < to) {
                // All that does not fit ends up in the last column.
                line(row).putText(columns - 1, bytes, to - 1, 1, pen.style());
                return;
            }
        }
    }

    void print(int codePoint, Pen pen) {
        int width = Math.min(Widths.of(codePoint), columns);
        if (width == 0) {
            line(row).mark(isWrapDue || column == 0 ? column : column - 1, codePoint);
            return;
        }
        wrapIfDue(pen);
        if (column + width > columns) {
            if (pen.wraps()) {
                wrap(pen);
            } else {
                column = columns - width;
            }
        }
        if (pen.inserts()) {
            line(row).shift(column, width, Style.erased(pen.style()));
        }
        line(row).put(column, codePoint, width, pen.style());
        advance(width);
    }

    private void wrapIfDue(Pen pen) {
        if (isWrapDue && pen.wraps()) {
            wrap(pen);
        }
        isWrapDue = false;
    }

    private void wrap(Pen pen) {
        column = 0;
        line(row).goOn();
        lineFeed(Style.erased(pen.style()));
    }

    private void advance(int width) {
        column += width;
        if (column >= columns) {
            column = columns - 1;
            isWrapDue = true;
        }
    }

    // ---- scrolling -------------------------------------------------------------------------------------------------

    void lineFeed(long style) {
        isWrapDue = false;
        if (row == bottom) {
            if (scrollback != null && top == 0) {
                scrollback.add(line(0));
            }
            scrollUp(top, 1, style);
        } else if (row < rows - 1) {
            row++;
        }
    }

    void reverseLineFeed(long style) {
        isWrapDue = false;
        if (row == top) {
            scrollDown(top, 1, style);
        } else if (row > 0) {
            row--;
        }
    }

    void scrollUp(int from, int count, long style) {
        for (int i = 0; i < Math.min(count, bottom - from + 1); i++) {
            Line recycled = line(from);
            if (from == 0 && bottom == rows - 1) {
                first = (first + 1) % rows;
            } else {
                for (int at = from; at < bottom; at++) {
                    setLine(at, line(at + 1));
                }
                setLine(bottom, recycled);
            }
            recycled.erase(0, columns, style);
        }
    }

    void scrollDown(int from, int count, long style) {
        for (int i = 0; i < Math.min(count, bottom - from + 1); i++) {
            Line recycled = line(bottom);
            for (int at = bottom; at > from; at--) {
                setLine(at, line(at - 1));
            }
            setLine(from, recycled);
            recycled.erase(0, columns, style);
        }
    }

    boolean isInMargins() {
        return row >= top && row <= bottom;
    }

    // ---- erasing ---------------------------------------------------------------------------------------------------

    /** 0: from the cursor on, 1: up to it, 2: everything, 3: only what has scrolled away. */
    void eraseScreen(int part, long style) {
        if (part == 3) {
            if (scrollback != null) {
                scrollback.clear();
            }
            return;
        }
        int from = part == 0 ? row + 1 : 0;
        int to = part == 1 ? row : rows;
        for (int i = from; i < to; i++) {
            line(i).erase(0, columns, style);
        }
        if (part < 2) {
            eraseLine(part, style);
        }
    }

    void eraseLine(int part, long style) {
        line(row).erase(part == 0 ? column : 0, part == 1 ? column + 1 : columns, style);
        isWrapDue = false;
    }

    void eraseCharacters(int count, long style) {
        line(row).erase(column, Math.min(columns, column + count), style);
        isWrapDue = false;
    }

    void shift(int count, long style) {
        line(row).shift(column, count, style);
        isWrapDue = false;
    }

    void fill(int codePoint) {
        for (int i = 0; i < rows; i++) {
            for (int at = 0; at < columns; at++) {
                line(i).put(at, codePoint, 1, Style.PLAIN);
            }
        }
    }

    // ---- size ------------------------------------------------------------------------------------------------------

    /** Lines stay as they are, cut or filled up; the cursor's stays visible. */
    void resize(int newColumns, int newRows) {
        List<Line> kept = new ArrayList<>();
        for (int i = Math.max(0, row - newRows + 1); i < rows && kept.size() < newRows; i++) {
            kept.add(line(i));
        }
        int lost = Math.max(0, row - newRows + 1);
        for (int i = 0; scrollback != null && i < lost; i++) {
            scrollback.add(line(i));
        }
        lines = new Line[newRows];
        first = 0;
        for (int i = 0; i < newRows; i++) {
            lines[i] = i < kept.size() ? kept.get(i) : new Line(newColumns, Style.PLAIN);
            lines[i].resize(newColumns);
        }
        columns = newColumns;
        rows = newRows;
        top = 0;
        bottom = newRows - 1;
        moveTo(row - lost, column);
    }

    void draw(StringBuilder out) {
        long style = Style.PLAIN;
        for (int i = 0; i < rows; i++) {
            if (!line(i).isBlank()) {
                out.append("\u001b[").append(i + 1).append(";1H");
                style = line(i).draw(out, style);
            }
        }
        out.append("\u001b[0m");
    }
}
