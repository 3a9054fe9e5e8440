package io.gpuaas.manifest.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A pattern that RE2/J compiles to a small automaton and browsers read alike. RE2/J expands counted repeats, so the
 * size after expansion is estimated before it compiles.
 */
record LinearPattern(String text, Pattern compiled, long size) {

    private static final int CHARACTERS_MAX = 500;
    private static final int SIZE_MAX = 2_000;
    private static final int NESTING_MAX = 20;
    private static final String ESCAPES = "dDwWsSbBtnrfv^$\\.*+?()[]{}|/-";

    LinearPattern(String text) {
        this(text, compile(text), new SizeEstimate(text).size());
    }

    /** An upper bound of the steps that a search in the value takes. */
    long cost(String value) {
        return size * value.length();
    }

    boolean isFoundIn(String value) {
        return compiled.matcher(value).find();
    }

    private static Pattern compile(String text) {
        if (text.length() > CHARACTERS_MAX) {
            throw new IllegalArgumentException("it has more than " + CHARACTERS_MAX + " characters");
        }
        requirePortable(text);
        if (new SizeEstimate(text).size() > SIZE_MAX) {
            throw new IllegalArgumentException("its repeats expand to more than " + SIZE_MAX + " steps");
        }
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("RE2 cannot compile it: " + e.getDescription(), e);
        }
    }

    private static void requirePortable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
                if (i == text.length() || ESCAPES.indexOf(text.charAt(i)) < 0) {
                    throw new IllegalArgumentException(
                            "only the escapes \\d \\w \\s \\b \\t \\n \\r \\f \\v and escaped"
                                    + " punctuation are allowed");
                }
            } else if (text.startsWith("(?", i) && !text.startsWith("(?:", i)) {
                throw new IllegalArgumentException("groups with (? other than (?: are not allowed");
            } else if (text.startsWith("[[:", i)) {
                throw new IllegalArgumentException("named classes are not allowed");
            }
        }
    }

    /** Adds up the steps of a pattern; where it is unsure, it counts too many. */
    private static final class SizeEstimate {

        private final String text;
        private int at;
        private int nesting;

        SizeEstimate(String text) {
            this.text = text;
        }

        long size() {
            long size = group();
            while (at < text.length()) {
                // A closing bracket without an opening one; RE2 refuses it.
                at++;
                size += group();
            }
            return size;
        }

        private long group() {
            if (++nesting > NESTING_MAX) {
                throw new IllegalArgumentException("it is nested deeper than " + NESTING_MAX + " groups");
            }
            long sum = 1;
            while (at < text.length() && text.charAt(at) != ')') {
                sum = Math.min(SIZE_MAX + 1L, sum + repeated(atom()));
            }
            nesting--;
            return sum;
        }

        private long atom() {
            char character = text.charAt(at++);
            switch (character) {
                case '\\' -> at++;
                case '[' -> skipClass();
                case '(' -> {
                    long inner = group();
                    at++;
                    return inner;
                }
                default -> {}
            }
            return 1;
        }

        private void skipClass() {
            at += text.startsWith("^", at) ? 1 : 0;
            for (boolean first = true; at < text.length() && (first || text.charAt(at) != ']'); first = false) {
                at += text.charAt(at) == '\\' ? 2 : 1;
            }
            at++;
        }

        private long repeated(long atom) {
            long size = atom;
            while (at < text.length() && "*+?{".indexOf(text.charAt(at)) >= 0) {
                int end = text.charAt(at) == '{' ? text.indexOf('}', at) : at;
                size = Math.min(SIZE_MAX + 1L, size * times(text.substring(at + 1, Math.max(at + 1, end))) + 1);
                at = Math.max(end, at) + 1;
            }
            return size;
        }

        private static long times(String counts) {
            long most = 1;
            for (String count : counts.split(",", -1)) {
                if (count.length() > 4) {
                    return SIZE_MAX + 1L;
                }
                most = count.chars().allMatch(digit -> digit >= '0' && digit <= '9') && !count.isEmpty()
                        ? Math.max(most, Long.parseLong(count))
                        : most;
            }
            return most;
        }
    }
}
