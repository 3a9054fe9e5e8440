package io.gpuaas.agent.screen;

/**
 * Plain text that runs through a screen: only its end is ever seen. Knows from which byte on that is, and the column the
 * cursor has there. For one screen and one thread at a time.
 */
final class ScrolledAway {

    /** Twice the rows: wherever the cursor was, a whole screen has gone by after so many lines. */
    private static final int SCREENS = 2;

    static final int NOTHING = -1;

    private int[] positions = {};
    private int[] columnsThere = {};
    private int column;
    private int lastText;

    /** How many cells of its row are behind the cursor, all of them when the next character wraps. */
    int column() {
        return column;
    }

    /** The code point that was printed last. */
    int lastText() {
        return lastText;
    }

    /** The first byte that may be seen; 0 when all may be, and then nothing else is known. */
    int find(byte[] bytes, int count, WindowCells window, int columnNow) {
        int kept = SCREENS * window.rows();
        if (positions.length != kept) {
            positions = new int[kept];
            columnsThere = new int[kept];
        }
        int feeds = 0;
        int at = 0;
        int cells = columnNow;
        int text = NOTHING;
        while (at < count) {
            int end = PlainText.end(bytes, at, count);
            if (end > at) {
                cells = (cells + end - at - 1) % window.columns() + 1;
                text = bytes[end - 1];
                at = end;
            } else if (bytes[at] == '\n') {
                positions[feeds % kept] = at;
                columnsThere[feeds % kept] = cells;
                cells = Math.min(cells, window.columns() - 1);
                feeds++;
                at++;
            } else if (bytes[at] == '\r') {
                cells = 0;
                at++;
            } else {
                break;
            }
        }
        if (feeds < kept) {
            return 0;
        }
        column = columnsThere[feeds % kept];
        lastText = text;
        return positions[feeds % kept];
    }

    record WindowCells(int columns, int rows) {}
}
