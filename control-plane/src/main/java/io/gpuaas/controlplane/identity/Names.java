package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.platform.ProblemException;
import java.text.Normalizer;
import java.util.Locale;

/** Names people give things: composed, and without characters that hide or that turn a line around. */
final class Names {

    private static final int CHARACTERS_MAX = 100;

    private Names() {}

    static String require(String field, String text) {
        String name = Normalizer.normalize(text, Normalizer.Form.NFC).strip();
        if (name.isEmpty() || name.length() > CHARACTERS_MAX || hidesSomething(name)) {
            throw ProblemException.invalid(
                    field, "has 1 to " + CHARACTERS_MAX + " characters, all of which can be seen");
        }
        return name;
    }

    /** Addresses are compared in lower case. */
    static String requireEmail(String field, String text) {
        String email = Normalizer.normalize(text, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
        if (hidesSomething(email)) {
            throw ProblemException.invalid(field, "is not a mail address");
        }
        return email;
    }

    private static boolean hidesSomething(String text) {
        return text.codePoints().anyMatch(character -> switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        });
    }
}
