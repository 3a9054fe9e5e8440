package io.gpuaas.cli;

import io.gpuaas.kernel.VisibleText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Between what people type and read, and what programs mean. */
final class Words {

    private Words() {}

    static <T> ITypeConverter<T> reading(String expected, Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException | DateTimeException e) {
                throw new TypeConversionException("'" + printable(text) + "' is not " + expected);
            }
        };
    }

    static <T> ITypeConverter<T> choosing(T[] values, Function<T, String> word) {
        return text -> {
            try {
                return choose(values, word, text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        };
    }

    /** The SDK's value for what it does not know has no word, and cannot be chosen. */
    static <T> T choose(T[] values, Function<T, String> word, String text) {
        return Arrays.stream(values)
                .filter(value -> !text.isEmpty() && word.apply(value).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + printable(text) + "' is none of "
                        + Arrays.stream(values)
                                .map(word)
                                .filter(name -> !name.isEmpty())
                                .collect(Collectors.joining(", "))));
    }

    /** Text from elsewhere must not steer the terminal it is shown on. */
    static String printable(String text) {
        return VisibleText.shown(text);
    }

    /** The same JSON with an escape for each character that cannot be seen; what it says stays the same. */
    static String escapedJson(String json) {
        return escaped(
                json,
                character -> new String(Character.toChars(character))
                        .chars()
                        .mapToObj(unit -> String.format("\\u%04x", unit))
                        .collect(Collectors.joining()));
    }

    /** The same text in double quotes as YAML reads it, where a character above the first 65,536 has a longer escape. */
    static String escapedYaml(String quoted) {
        return escaped(quoted, character -> String.format(character > 0xffff ? "\\U%08x" : "\\u%04x", character));
    }

    private static String escaped(String text, IntFunction<String> escape) {
        if (VisibleText.isLine(text)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (character != '\n' && VisibleText.hides(character)) {
                shown.append(escape.apply(character));
            } else {
                shown.appendCodePoint(character);
            }
        });
        return shown.toString();
    }

    /** Of a file the JDK says only which, and leaves what is wrong to the kind of the exception. */
    static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> missing.getFile() + " is not there";
            case FileAlreadyExistsException there -> there.getFile() + " is there already";
            case AccessDeniedException denied -> denied.getFile() + " may not be read or written";
            default -> String.valueOf(failure.getMessage());
        };
    }
}
