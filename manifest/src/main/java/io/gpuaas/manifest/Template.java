package io.gpuaas.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A text of the workload with names in braces after a dollar sign. Values are inserted once and not looked at again, the
 * result is one argument or one variable, and no shell reads it. A doubled dollar sign makes the brace literal.
 */
public final class Template {

    /** Longest result: a quarter of what Linux accepts for one argument. */
    private static final int CHARACTERS_MAX = 32 * 1024;

    private static final int VALUE_MAX = 8_000;

    private final List<Part> parts;

    private Template(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    private record Part(String text, boolean isName) {}

    /** Reports that a template or a value inserted into it is refused. */
    public static final class RefusedException extends Exception {

        private static final long serialVersionUID = 1;

        RefusedException(String sentence) {
            super(sentence);
        }
    }

    public static Template parse(String text) throws RefusedException {
        List<Part> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith("$${", at)) {
                literal.append("${");
                at += 3;
            } else if (text.startsWith("${", at)) {
                int end = text.indexOf('}', at);
                if (end < 0) {
                    throw new RefusedException("A ${ is not closed; write $${ for a literal one.");
                }
                parts.add(new Part(literal.toString(), false));
                parts.add(new Part(text.substring(at + 2, end), true));
                literal.setLength(0);
                at = end + 1;
            } else {
                literal.append(text.charAt(at++));
            }
        }
        parts.add(new Part(literal.toString(), false));
        return new Template(parts);
    }

    /** Returns the names that are inserted. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        parts.stream().filter(Part::isName).forEach(part -> names.add(part.text()));
        return names;
    }

    /**
     * Inserts the values.
     *
     * @throws RefusedException if a value is absent, has NUL or the end of a line, or makes the result too long
     */
    public String render(Map<String, String> values) throws RefusedException {
        StringBuilder out = new StringBuilder();
        for (Part part : parts) {
            out.append(part.isName() ? value(part.text(), values) : part.text());
            if (out.length() > CHARACTERS_MAX) {
                throw new RefusedException("The text is longer than " + CHARACTERS_MAX + " characters.");
            }
        }
        if (out.indexOf("\0") >= 0) {
            throw new RefusedException("The text has a NUL character.");
        }
        return out.toString();
    }

    private static String value(String name, Map<String, String> values) throws RefusedException {
        String value = values.get(name);
        if (value == null) {
            throw new RefusedException("There is no value for ${" + name + "}.");
        }
        if (value.length() > VALUE_MAX) {
            throw new RefusedException("The value of " + name + " is longer than " + VALUE_MAX + " characters.");
        }
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character == 0
                    || character == '\n'
                    || character == '\r'
                    || character == 0x85
                    || character == 0x2028
                    || character == 0x2029) {
                throw new RefusedException("The value of " + name + " has a NUL character or the end of a line.");
            }
        }
        return value;
    }
}
