package io.gpuaas.agent.screen;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Takes a stream of bytes apart into text, controls and sequences. Nothing it keeps grows. */
final class Parser {

    /** Longer titles are cut. */
    private static final int STRING_BYTES_MAX = 512;

    /** Introducers of strings: the escape and what kind of string it is. */
    private static final int INTRODUCER_BYTES = 2;

    private static final int BEGUN_BYTES_MAX = 4 * 1024;

    /** Commands and strings that no terminal knows, ended by what ends those whose rest they swallow. */
    private static final String UNKNOWN_COMMAND = "\u001b]9999;";

    private static final String UNKNOWN_STRING = "\u001bX";
    private static final int ESCAPE = 0x1b;
    private static final int REPLACEMENT = 0xfffd;

    private final Actions actions;
    private final Command command = new Command();
    private final byte[] begun = new byte[BEGUN_BYTES_MAX];
    private int begunLength;
    private boolean isBegunWhole;
    private State state = State.GROUND;
    private boolean isOsc;
    private int escapeIntermediate;
    private int missing;
    private int codePoint;

    private enum State {
        GROUND,
        ESCAPE,
        SEQUENCE,
        STRING,
        STRING_ESCAPE
    }

    /** Receives the parsed text and control functions. */
    interface Actions {
        void text(byte[] bytes, int from, int to);

        void print(int codePoint);

        void control(int code);

        void escape(int intermediate, int last);

        void sequence(Command command);

        void operatingSystemCommand(String text);
    }

    Parser(Actions actions) {
        this.actions = actions;
    }

    /** Nothing has begun that the next byte may end. */
    boolean isAtRest() {
        return state == State.GROUND && missing == 0;
    }

    /**
     * The bytes since it was last at rest, which make another terminal go on where this one is. Of a string that is too
     * long to be kept (a picture, a large copy) only its rest will come, and what a terminal would make of half of it is
     * nobody's wish: the rest is swallowed as one that means nothing. Of any other sequence of that length, which is no
     * sequence, the first bytes do.
     */
    byte[] begun() {
        if (isAtRest()) {
            return new byte[0];
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean isString = state == State.STRING || state == State.STRING_ESCAPE;
        if (isString && !isBegunWhole) {
            bytes.writeBytes((isOsc ? UNKNOWN_COMMAND : UNKNOWN_STRING).getBytes(StandardCharsets.US_ASCII));
        } else {
            bytes.write(begun, 0, begunLength);
        }
        if (state == State.STRING_ESCAPE) {
            bytes.write(ESCAPE);
        }
        return bytes.toByteArray();
    }

    private void keepFirst(int value) {
        begunLength = 0;
        isBegunWhole = true;
        keep(value);
    }

    private void keep(int value) {
        if (begunLength < BEGUN_BYTES_MAX) {
            begun[begunLength++] = (byte) value;
        } else {
            isBegunWhole = false;
        }
    }

    void feed(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (isAtRest() && PlainText.isText(bytes[at])) {
                int end = PlainText.end(bytes, at, to);
                actions.text(bytes, at, end);
                at = end;
            } else {
                take(bytes[at] & 0xff);
                at++;
            }
        }
    }

    private void take(int value) {
        if (state == State.STRING || state == State.STRING_ESCAPE) {
            takeInString(value);
            return;
        }
        if (missing > 0 && (value & 0xc0) != 0x80) {
            missing = 0;
            actions.print(REPLACEMENT);
        }
        if (value == ESCAPE) {
            begin();
        } else if (value == 0x18 || value == 0x1a) {
            state = State.GROUND;
        } else if (value < 0x20) {
            actions.control(value);
        } else {
            takeCharacter(value);
        }
    }

    private void begin() {
        keepFirst(ESCAPE);
        state = State.ESCAPE;
        escapeIntermediate = 0;
        command.clear();
    }

    private void takeCharacter(int value) {
        switch (state) {
            case GROUND -> takeText(value);
            case ESCAPE -> takeAfterEscape(value);
            case SEQUENCE -> takeInSequence(value);
            case STRING, STRING_ESCAPE -> throw new IllegalStateException("strings are taken elsewhere");
        }
    }

    // ---- UTF-8 -----------------------------------------------------------------------------------------------------

    private void takeText(int value) {
        if (missing > 0) {
            codePoint = (codePoint << 6) | (value & 0x3f);
            missing--;
            keep(value);
            if (missing == 0) {
                actions.print(Character.isValidCodePoint(codePoint) && codePoint >= 0xa0 ? codePoint : REPLACEMENT);
            }
        } else if (value < 0x7f) {
            actions.print(value);
        } else if (value >= 0xc2 && value < 0xf5) {
            missing = value < 0xe0 ? 1 : value < 0xf0 ? 2 : 3;
            codePoint = value & (0x3f >> missing);
            keepFirst(value);
        } else if (value > 0x7f) {
            actions.print(REPLACEMENT);
        }
    }

    // ---- sequences -------------------------------------------------------------------------------------------------

    private void takeAfterEscape(int value) {
        keep(value);
        if (value < 0x30) {
            escapeIntermediate = value;
            return;
        }
        state = State.GROUND;
        if (escapeIntermediate != 0) {
            actions.escape(escapeIntermediate, value);
            return;
        }
        switch (value) {
            case '[' -> state = State.SEQUENCE;
            case ']', 'P', 'X', '^', '_' -> {
                state = State.STRING;
                isOsc = value == ']';
            }
            default -> actions.escape(0, value);
        }
    }

    private void takeInSequence(int value) {
        keep(value);
        if (value >= '0' && value <= '9') {
            command.digit(value - '0');
        } else if (value == ';' || value == ':') {
            command.separate(value == ':');
        } else if (value >= 0x3c && value < 0x40) {
            command.prefix(value);
        } else if (value < 0x30) {
            command.intermediate(value);
        } else {
            state = State.GROUND;
            if (value < 0x7f) {
                command.end(value);
                actions.sequence(command);
            }
        }
    }

    private void takeInString(int value) {
        if (state == State.STRING_ESCAPE && value != '\\') {
            // The string was cut off here; this byte starts something new.
            endString();
            begin();
            take(value);
        } else if (state == State.STRING_ESCAPE || (value == 0x07 && isOsc)) {
            endString();
        } else if (value == ESCAPE) {
            state = State.STRING_ESCAPE;
        } else if (value == 0x18 || value == 0x1a) {
            state = State.GROUND;
        } else {
            keep(value);
        }
    }

    private void endString() {
        state = State.GROUND;
        if (isOsc) {
            int length = Math.min(begunLength - INTRODUCER_BYTES, STRING_BYTES_MAX);
            actions.operatingSystemCommand(new String(begun, INTRODUCER_BYTES, length, StandardCharsets.UTF_8));
        }
    }
}
