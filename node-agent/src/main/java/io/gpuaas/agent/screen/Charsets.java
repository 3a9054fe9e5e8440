package io.gpuaas.agent.screen;

/** Which of the two character sets draw lines instead of letters, and which of them is in use. */
record Charsets(boolean firstDraws, boolean secondDraws, int inUse) {

    static final Charsets DEFAULT = new Charsets(false, false, 0);

    /** The glyphs that the drawing set shows for the characters from '_' to '~'. */
    private static final String DRAWN = " ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·";

    Charsets shift(int set) {
        return new Charsets(firstDraws, secondDraws, set);
    }

    Charsets designate(int set, boolean draws) {
        return set == 0 ? new Charsets(draws, secondDraws, inUse) : new Charsets(firstDraws, draws, inUse);
    }

    boolean isPlain() {
        return inUse == 0 ? !firstDraws : !secondDraws;
    }

    int map(int character) {
        return isPlain() || character < '_' || character > '~' ? character : DRAWN.charAt(character - '_');
    }

    void draw(StringBuilder out) {
        out.append(firstDraws ? "\u001b(0" : "\u001b(B").append(secondDraws ? "\u001b)0" : "\u001b)B");
        out.append(inUse == 0 ? '\u000f' : '\u000e');
    }
}
