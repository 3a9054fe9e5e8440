package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.VisibleText;
import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks the names that people give things: normalised, without hidden or direction-changing characters, and without
 * words that mix similar-looking scripts.
 */
public final class Names {

    private static final int CHARACTERS_MAX = 100;

    private static final Pattern WORDS = Pattern.compile("[\\s\\p{Punct}]+");
    /** Scripts with letters that look like those of another one. */
    private static final Set<UnicodeScript> ALIKE = EnumSet.of(
            UnicodeScript.LATIN,
            UnicodeScript.CYRILLIC,
            UnicodeScript.GREEK,
            UnicodeScript.ARMENIAN,
            UnicodeScript.CHEROKEE,
            UnicodeScript.COPTIC);

    private Names() {}

    public static String require(String field, String text) {
        String name = Normalizer.normalize(text, Normalizer.Form.NFC).strip();
        if (name.isEmpty() || name.length() > CHARACTERS_MAX || hidesSomething(name)) {
            throw ProblemException.invalid(field, "must have 1 to " + CHARACTERS_MAX + " visible characters");
        }
        if (WORDS.splitAsStream(name).anyMatch(Names::mixesScripts)) {
            throw ProblemException.invalid(
                    field, "must not mix similar-looking scripts, such as Latin and Cyrillic, in one word");
        }
        return name;
    }

    /** Addresses are compared in lower case. */
    static String requireEmail(String field, String text) {
        String email = Normalizer.normalize(text, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
        if (hidesSomething(email)) {
            throw ProblemException.invalid(field, "is not an email address");
        }
        return email;
    }

    private static boolean mixesScripts(String word) {
        return word.codePoints()
                        .mapToObj(UnicodeScript::of)
                        .filter(ALIKE::contains)
                        .distinct()
                        .count()
                > 1;
    }

    private static boolean hidesSomething(String text) {
        return !VisibleText.isLine(text);
    }
}
