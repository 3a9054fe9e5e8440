package io.gpuaas.agent.screen;

/** How a cell looks, in one number: eight flags, then foreground and background of 26 bits each. */
final class Style {

    static final long PLAIN = 0;
    static final int NO_COLOUR = 0;

    private static final int FLAGS = 8;
    private static final int COLOUR_BITS = 26;
    private static final long COLOUR_MASK = (1L << COLOUR_BITS) - 1;
    private static final int INDEXED = 1 << 24;
    private static final int DIRECT = 2 << 24;

    /** The parameters that set each flag, in the order of their bits: bold, dim, italic, underline, blink, inverse, … */
    private static final int[] ON = {1, 2, 3, 4, 5, 7, 8, 9};

    private Style() {}

    static int indexed(int number) {
        return INDEXED | (number & 0xff);
    }

    static int direct(int red, int green, int blue) {
        return DIRECT | ((red & 0xff) << 16) | ((green & 0xff) << 8) | (blue & 0xff);
    }

    static long foreground(long style, int colour) {
        return (style & ~(COLOUR_MASK << FLAGS)) | ((long) colour << FLAGS);
    }

    static long background(long style, int colour) {
        return (style & ~(COLOUR_MASK << (FLAGS + COLOUR_BITS))) | ((long) colour << (FLAGS + COLOUR_BITS));
    }

    /** Erased cells keep only the background colour. */
    static long erased(long style) {
        return style & (COLOUR_MASK << (FLAGS + COLOUR_BITS));
    }

    /** The flag a parameter of "select graphic rendition" switches on; 0 when it is none. */
    static long flag(int parameter) {
        for (int bit = 0; bit < ON.length; bit++) {
            if (ON[bit] == parameter) {
                return 1L << bit;
            }
        }
        return 0;
    }

    static void write(StringBuilder out, long style) {
        out.append("\u001b[0");
        for (int bit = 0; bit < ON.length; bit++) {
            if ((style & (1L << bit)) != 0) {
                out.append(';').append(ON[bit]);
            }
        }
        writeColour(out, 38, (int) ((style >> FLAGS) & COLOUR_MASK));
        writeColour(out, 48, (int) ((style >> (FLAGS + COLOUR_BITS)) & COLOUR_MASK));
        out.append('m');
    }

    private static void writeColour(StringBuilder out, int which, int colour) {
        int value = colour & 0xffffff;
        if ((colour & DIRECT) != 0) {
            out.append(';').append(which).append(";2;").append(value >> 16);
            out.append(';').append((value >> 8) & 0xff).append(';').append(value & 0xff);
        } else if ((colour & INDEXED) != 0) {
            out.append(';').append(which).append(";5;").append(value);
        }
    }
}
