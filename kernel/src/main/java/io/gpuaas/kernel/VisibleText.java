package io.gpuaas.kernel;

/**
 * Says which characters people can see. A text with others could steer a terminal (C0 and C1 controls), turn a line
 * around (bidirectional controls), or look like another text (zero-width characters).
 */
public final class VisibleText {

    private VisibleText() {}

    /** Whether every character can be seen and all of them stand on one line. */
    public static boolean isLine(String text) {
        return text.codePoints().noneMatch(VisibleText::hides);
    }

    /** Whether every character can be seen, except for tabs and ends of lines. */
    public static boolean isLines(String text) {
        return text.codePoints().noneMatch(character -> hides(character) && !isLayout(character));
    }

    /** The text with a question mark for each character that cannot be seen. */
    public static String shown(String text) {
        return cleaned(text, false);
    }

    /** The same, with tabs and newlines kept. A carriage return is not: it would write over the line. */
    public static String shownLines(String text) {
        return cleaned(text, true);
    }

    private static String cleaned(String text, boolean lines) {
        if (isLine(text)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints()
                .map(character ->
                        hides(character) && !(lines && (character == '\n' || character == '\t')) ? '?' : character)
                .forEach(shown::appendCodePoint);
        return shown.toString();
    }

    private static boolean isLayout(int character) {
        return character == '\n' || character == '\r' || character == '\t';
    }

    /** Whether a character has no shape of its own: controls, format characters, and what is none. */
    public static boolean hides(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
