package io.gpuaas.agent.screen;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Keeps what a terminal shows after the bytes it was fed. Not thread-safe. */
public final class Screen implements Parser.Actions {

    /** Beyond this a window is followed only in its upper left part, for the sake of memory. */
    static final int COLUMNS_MAX = 500;

    static final int ROWS_MAX = 200;

    /** A window may be wide or high. Nobody has one that is both, and each cell costs memory of the whole host. */
    private static final int CELLS_MAX = 32 * 1024;

    /** Less than this is drawn sooner than it is looked through. */
    private static final int SKIPPED_FROM_BYTES = 8 * 1024;

    private static final int TAB = 8;

    private final Parser parser = new Parser(this);
    private final ScrolledAway scrolledAway = new ScrolledAway();
    private final TreeSet<Integer> modes = new TreeSet<>();
    private final @Nullable Scrollback scrollback;
    /** The bytes before the first one are unknown: the program may have started on the alternate screen. */
    private boolean isUnsure;

    private int columns;
    private int rows;
    private Grid main;
    private Grid alternate;
    private Grid grid;
    private Cursor savedOnMain = Cursor.HOME;
    private Cursor savedOnAlternate = Cursor.HOME;
    private long style = Style.PLAIN;
    private Charsets charsets = Charsets.DEFAULT;
    private boolean inserts;
    private boolean hasKeypad;
    private int cursorShape;
    private int lastPrinted = ' ';
    private String title = "";

    /** The state that "save cursor" stores. */
    private record Cursor(int row, int column, long style, Charsets charsets, boolean isRelative) {
        static final Cursor HOME = new Cursor(0, 0, Style.PLAIN, Charsets.DEFAULT, false);
    }

    public Screen(int columns, int rows) {
        this(columns, rows, null);
    }

    private Screen(int columns, int rows, @Nullable Scrollback scrollback) {
        this.scrollback = scrollback;
        this.columns = Math.clamp(columns, 1, COLUMNS_MAX);
        this.rows = rowsWithin(this.columns, rows);
        main = new Grid(this.columns, this.rows, scrollback);
        alternate = new Grid(1, 1);
        grid = main;
        reset();
    }

    /**
     * One that keeps what scrolls off its normal screen. It looks at every byte, which a screen that follows a flood
     * must not: it is made when somebody wants to see those lines, and fed what is still known.
     */
    public static Screen keepingScrollback(int columns, int rows, boolean fromTheBeginning) {
        Screen screen = new Screen(columns, rows, new Scrollback());
        screen.isUnsure = !fromTheBeginning;
        return screen;
    }

    private void reset() {
        main = new Grid(columns, rows, scrollback);
        if (scrollback != null) {
            scrollback.clear();
        }
        // Grows when it is first used: most terminals never do.
        alternate = new Grid(1, 1);
        grid = main;
        modes.clear();
        modes.add(Modes.WRAP);
        modes.add(Modes.CURSOR);
        savedOnMain = Cursor.HOME;
        savedOnAlternate = Cursor.HOME;
        style = Style.PLAIN;
        charsets = Charsets.DEFAULT;
        inserts = false;
        hasKeypad = false;
        cursorShape = 0;
    }

    public void feed(byte[] bytes, int count) {
        parser.feed(bytes, skip(bytes, count), count);
    }

    /** How much runs through without ever being seen. The cursor is then where it would be. */
    private int skip(byte[] bytes, int count) {
        if (scrollback != null || count < SKIPPED_FROM_BYTES || !parser.isAtRest() || !runsThrough()) {
            return 0;
        }
        int seen = scrolledAway.find(bytes, count, new ScrolledAway.WindowCells(columns, rows), grid.cells());
        if (seen > 0) {
            grid.jumpToBottom(scrolledAway.column());
            if (scrolledAway.lastText() != ScrolledAway.NOTHING) {
                lastPrinted = scrolledAway.lastText();
            }
        }
        return seen;
    }

    private boolean runsThrough() {
        return charsets.isPlain() && !inserts && modes.contains(Modes.WRAP) && !grid.hasMargins();
    }

    public void resize(int newColumns, int newRows) {
        columns = Math.clamp(newColumns, 1, COLUMNS_MAX);
        rows = rowsWithin(columns, newRows);
        main.resize(columns, rows);
        if (isAlternate()) {
            alternate.resize(columns, rows);
        }
    }

    private static int rowsWithin(int columns, int rows) {
        return Math.clamp(rows, 1, Math.min(ROWS_MAX, CELLS_MAX / columns));
    }

    /** The text of a row, without what is blank at its end. */
    String text(int row) {
        return grid.line(row).text();
    }

    private boolean isAlternate() {
        return grid == alternate;
    }

    private Grid.Pen pen() {
        return new Grid.Pen(style, modes.contains(Modes.WRAP), inserts);
    }

    private long erased() {
        return Style.erased(style);
    }

    // ---- text ------------------------------------------------------------------------------------------------------

    @Override
    public void text(byte[] bytes, int from, int to) {
        lastPrinted = bytes[to - 1];
        if (charsets.isPlain()) {
            grid.text(bytes, from, to, pen());
            return;
        }
        for (int at = from; at < to; at++) {
            grid.print(charsets.map(bytes[at]), pen());
        }
    }

    @Override
    public void print(int codePoint) {
        lastPrinted = codePoint;
        grid.print(codePoint, pen());
    }

    @Override
    public void control(int code) {
        switch (code) {
            case 0x08 -> grid.moveTo(grid.row(), grid.column() - 1);
            case 0x09 -> tab(1);
            case 0x0a, 0x0b, 0x0c -> grid.lineFeed(erased());
            case 0x0d -> grid.moveTo(grid.row(), 0);
            case 0x0e -> charsets = charsets.shift(1);
            case 0x0f -> charsets = charsets.shift(0);
            default -> {
                // Bells and the like draw nothing.
            }
        }
    }

    private void tab(int count) {
        int stop = Math.max(0, (grid.column() / TAB + count) * TAB);
        grid.moveTo(grid.row(), Math.min(columns - 1, stop));
    }

    // ---- escapes ---------------------------------------------------------------------------------------------------

    @Override
    public void escape(int intermediate, int last) {
        if (intermediate == '(' || intermediate == ')') {
            charsets = charsets.designate(intermediate == '(' ? 0 : 1, last == '0');
        } else if (intermediate == '#' && last == '8') {
            grid.fill('E');
        } else if (intermediate == 0) {
            escape(last);
        }
    }

    private void escape(int last) {
        switch (last) {
            case '7' -> save();
            case '8' -> restore();
            case 'D' -> grid.lineFeed(erased());
            case 'E' -> {
                grid.moveTo(grid.row(), 0);
                grid.lineFeed(erased());
            }
            case 'M' -> grid.reverseLineFeed(erased());
            case 'c' -> reset();
            case '=' -> hasKeypad = true;
            case '>' -> hasKeypad = false;
            default -> {
                // Unknown ones are passed over, as terminals do.
            }
        }
    }

    private void save() {
        Cursor now = new Cursor(grid.row(), grid.column(), style, charsets, modes.contains(Modes.ORIGIN));
        if (isAlternate()) {
            savedOnAlternate = now;
        } else {
            savedOnMain = now;
        }
    }

    private void restore() {
        Cursor saved = isAlternate() ? savedOnAlternate : savedOnMain;
        style = saved.style();
        charsets = saved.charsets();
        Modes.set(modes, Modes.ORIGIN, saved.isRelative());
        grid.moveTo(saved.row(), saved.column());
    }

    @Override
    public void operatingSystemCommand(String text) {
        if (text.startsWith("0;") || text.startsWith("2;")) {
            title = text.substring(2)
                    .codePoints()
                    .filter(character -> !Character.isISOControl(character))
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
        }
    }

    // ---- sequences -------------------------------------------------------------------------------------------------

    @Override
    public void sequence(Command command) {
        if (command.prefix() == '?') {
            if (command.last() == 'h' || command.last() == 'l') {
                for (int i = 0; i < command.count(); i++) {
                    setMode(command.number(i), command.last() == 'h');
                }
            }
        } else if (command.intermediate() == ' ' && command.last() == 'q') {
            cursorShape = command.number(0);
        } else if (command.intermediate() == '!' && command.last() == 'p') {
            softReset();
        } else if (command.prefix() == 0 && command.intermediate() == 0 && !moves(command) && !erases(command)) {
            changes(command);
        }
    }

    private void softReset() {
        style = Style.PLAIN;
        charsets = Charsets.DEFAULT;
        inserts = false;
        hasKeypad = false;
        Modes.set(modes, Modes.CURSOR, true);
        Modes.set(modes, Modes.ORIGIN, false);
        Modes.set(modes, Modes.WRAP, true);
        grid.setMargins(0, rows - 1);
    }

    private boolean moves(Command command) {
        int count = command.atLeastOne(0);
        int row = grid.row();
        int column = grid.column();
        switch (command.last()) {
            case 'A' -> grid.moveTo(Math.max(row - count, row >= grid.top() ? grid.top() : 0), column);
            case 'B', 'e' -> grid.moveTo(Math.min(row + count, row <= grid.bottom() ? grid.bottom() : rows), column);
            case 'C', 'a' -> grid.moveTo(row, column + count);
            case 'D' -> grid.moveTo(row, column - count);
            case 'E' -> grid.moveTo(row + count, 0);
            case 'F' -> grid.moveTo(row - count, 0);
            case 'G', '`' -> grid.moveTo(row, count - 1);
            case 'd' -> grid.moveTo(count - 1 + origin(), column);
            case 'H', 'f' -> grid.moveTo(count - 1 + origin(), command.atLeastOne(1) - 1);
            case 'I' -> tab(count);
            case 'Z' -> grid.moveTo(row, Math.max(0, (column - 1) / TAB * TAB - (count - 1) * TAB));
            case 's' -> save();
            case 'u' -> restore();
            default -> {
                return false;
            }
        }
        return true;
    }

    private int origin() {
        return modes.contains(Modes.ORIGIN) ? grid.top() : 0;
    }

    private boolean erases(Command command) {
        int count = command.atLeastOne(0);
        switch (command.last()) {
            case 'J' -> grid.eraseScreen(command.number(0), erased());
            case 'K' -> grid.eraseLine(command.number(0), erased());
            case 'X' -> grid.eraseCharacters(count, erased());
            case '@' -> grid.shift(count, erased());
            case 'P' -> grid.shift(-count, erased());
            case 'L' -> insertLines(count);
            case 'M' -> insertLines(-count);
            case 'S' -> grid.scrollUp(grid.top(), count, erased());
            case 'T' -> grid.scrollDown(grid.top(), count, erased());
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Or, with a negative count, deletes some. */
    private void insertLines(int count) {
        if (grid.isInMargins()) {
            if (count > 0) {
                grid.scrollDown(grid.row(), count, erased());
            } else {
                grid.scrollUp(grid.row(), -count, erased());
            }
            grid.moveTo(grid.row(), 0);
        }
    }

    private void changes(Command command) {
        switch (command.last()) {
            case 'm' -> style = Rendition.apply(style, command);
            case 'r' -> {
                int bottom = command.number(1) == 0 ? rows : Math.min(rows, command.number(1));
                grid.setMargins(command.atLeastOne(0) - 1, bottom - 1);
                grid.moveTo(origin(), 0);
            }
            case 'h', 'l' -> inserts = command.number(0) == 4 ? command.last() == 'h' : inserts;
            case 'b' -> {
                for (int i = 0; i < Math.min(command.atLeastOne(0), columns * rows); i++) {
                    grid.print(lastPrinted, pen());
                }
            }
            default -> {
                // Questions, reports and what this does not know draw nothing.
            }
        }
    }

    private void setMode(int mode, boolean on) {
        if (mode == 47 || mode == 1047 || mode == 1049) {
            learnWhereItBegan(on);
        }
        switch (mode) {
            case 47, 1047 -> useAlternate(on);
            case 1048 -> {
                if (on) {
                    save();
                } else {
                    restore();
                }
            }
            case 1049 -> {
                if (on && !isAlternate()) {
                    save();
                    useAlternate(true);
                } else if (!on && isAlternate()) {
                    useAlternate(false);
                    restore();
                }
            }
            case Modes.ORIGIN -> {
                Modes.set(modes, mode, on);
                grid.moveTo(origin(), 0);
            }
            default -> Modes.set(modes, mode, on);
        }
    }

    /** A program that leaves the alternate screen was on it, so the lines kept so far scrolled off that screen. */
    private void learnWhereItBegan(boolean on) {
        if (scrollback != null && isUnsure && !on) {
            scrollback.clear();
        }
        isUnsure = false;
    }

    private void useAlternate(boolean on) {
        if (on && !isAlternate()) {
            alternate = new Grid(columns, rows);
            alternate.moveTo(main.row(), main.column());
            savedOnAlternate = Cursor.HOME;
            grid = alternate;
        } else if (!on && isAlternate()) {
            main.moveTo(alternate.row(), alternate.column());
            alternate = new Grid(1, 1);
            grid = main;
        }
    }

    // ---- drawing ---------------------------------------------------------------------------------------------------

    /** Bytes that make a fresh terminal of the same size look and behave as this one. */
    public byte[] draw() {
        return draw(this);
    }

    /** With the lines above, as far as the other one kept them. */
    public byte[] draw(Screen past) {
        StringBuilder out = new StringBuilder("\u001bc");
        // If the known output never switched to the alternate screen, all of it was printed there.
        if (past.scrollback != null && past.isAlternate() == isAlternate()) {
            past.scrollback.draw(out, rows);
        }
        if (!title.isEmpty()) {
            out.append("\u001b]2;").append(title).append('\u0007');
        }
        main.draw(out);
        if (isAlternate()) {
            draw(out, savedOnMain);
            out.append("\u001b[?1049h");
            alternate.draw(out);
        }
        Cursor saved = isAlternate() ? savedOnAlternate : savedOnMain;
        if (!saved.equals(Cursor.HOME)) {
            draw(out, saved);
            out.append("\u001b7\u001b[?6l");
        }
        drawMargins(out);
        drawCursor(out);
        charsets.draw(out);
        if (inserts) {
            out.append("\u001b[4h");
        }
        if (hasKeypad) {
            out.append("\u001b=");
        }
        if (cursorShape != 0) {
            out.append("\u001b[").append(cursorShape).append(" q");
        }
        Modes.draw(out, modes);
        return followed(out.toString().getBytes(StandardCharsets.UTF_8), parser.begun());
    }

    /** Half a sequence, or half a character, is finished by what is printed next. */
    private static byte[] followed(byte[] picture, byte[] begun) {
        byte[] both = Arrays.copyOf(picture, picture.length + begun.length);
        System.arraycopy(begun, 0, both, picture.length, begun.length);
        return both;
    }

    private static void draw(StringBuilder out, Cursor cursor) {
        place(out, cursor.row(), cursor.column());
        Style.write(out, cursor.style());
        cursor.charsets().draw(out);
        if (cursor.isRelative()) {
            out.append("\u001b[?6h");
            place(out, cursor.row(), cursor.column());
        }
    }

    private void drawMargins(StringBuilder out) {
        if (grid.hasMargins()) {
            out.append("\u001b[")
                    .append(grid.top() + 1)
                    .append(';')
                    .append(grid.bottom() + 1)
                    .append('r');
        }
        if (modes.contains(Modes.ORIGIN)) {
            out.append("\u001b[?6h");
        }
    }

    private void drawCursor(StringBuilder out) {
        new Charsets(false, false, 0).draw(out);
        int row = grid.row() - origin();
        if (grid.isWrapDue()) {
            // A character in the last column, after which the next one wraps: print it once more.
            int column = grid.line(grid.row()).glyph(columns - 1) < 0 ? columns - 2 : columns - 1;
            place(out, row, column);
            Style.write(out, grid.line(grid.row()).style(column));
            grid.line(grid.row()).drawCell(out, column);
        } else {
            place(out, row, grid.column());
        }
        Style.write(out, style);
    }

    private static void place(StringBuilder out, int row, int column) {
        out.append("\u001b[").append(row + 1).append(';').append(column + 1).append('H');
    }
}
