package io.gpuaas.agent.screen;

/** A control sequence as it is being read: what precedes its numbers, the numbers, what follows them. */
final class Command {

    private static final int NUMBERS_MAX = 32;
    private static final int NUMBER_MAX = 65_535;

    private final int[] numbers = new int[NUMBERS_MAX];
    private final boolean[] isPart = new boolean[NUMBERS_MAX];
    private int count;
    private int prefix;
    private int intermediate;
    private int last;

    void clear() {
        count = 0;
        numbers[0] = 0;
        isPart[0] = false;
        prefix = 0;
        intermediate = 0;
        last = 0;
    }

    void digit(int digit) {
        count = Math.max(count, 1);
        numbers[count - 1] = Math.min(NUMBER_MAX, numbers[count - 1] * 10 + digit);
    }

    /** With a colon the next number is a part of the one before. */
    void separate(boolean colon) {
        count = Math.max(count, 1);
        if (count < NUMBERS_MAX) {
            numbers[count] = 0;
            isPart[count] = colon;
            count++;
        }
    }

    void prefix(int character) {
        prefix = character;
    }

    void intermediate(int character) {
        intermediate = character;
    }

    void end(int character) {
        last = character;
    }

    int prefix() {
        return prefix;
    }

    int intermediate() {
        return intermediate;
    }

    int last() {
        return last;
    }

    int count() {
        return count;
    }

    /** 0 where there is none. */
    int number(int index) {
        return index < count ? numbers[index] : 0;
    }

    /** For counts: none and 0 mean 1. */
    int atLeastOne(int index) {
        return Math.max(1, number(index));
    }

    boolean isPart(int index) {
        return index < count && isPart[index];
    }
}
