package io.gpuaas.cli.output;

import io.gpuaas.kernel.VisibleText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts between user input, values and printable text. */
public final class Words {

    private Words() {}

    public static <T> ITypeConverter<T> reading(String expected, Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException | DateTimeException e) {
                throw new TypeConversionException("'" + printable(text) + "' is not " + expected);
            }
        };
    }

    public static <T> ITypeConverter<T> choosing(T[] values, Function<T, String> word) {
        return text -> {
            try {
                return choose(values, word, text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        };
    }

    /** Parses an enum value. The SDK's placeholder for unknown values has no name and cannot be chosen. */
    public static <T> T choose(T[] values, Function<T, String> word, String text) {
        return Arrays.stream(values)
                .filter(value -> !text.isEmpty() && word.apply(value).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + printable(text) + "' is not one of "
                        + Arrays.stream(values)
                                .map(word)
                                .filter(name -> !name.isEmpty())
                                .collect(Collectors.joining(", "))));
    }

    /** Replaces control characters, so that text from other sources cannot control the terminal. */
    public static String printable(String text) {
        return VisibleText.shown(text);
    }

    /** Escapes invisible characters in JSON without changing its meaning. */
    static String escapedJson(String json) {
        return escaped(
                json,
                character -> new String(Character.toChars(character))
                        .chars()
                        .mapToObj(unit -> String.format("\\u%04x", unit))
                        .collect(Collectors.joining()));
    }

    /** Escapes invisible characters in double-quoted YAML, where characters above U+FFFF have a longer escape. */
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

    /**
     * Describes an I/O error. For files the JDK's message is only the path, and the exception type says what is wrong.
     */
    public static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> missing.getFile() + " does not exist";
            case FileAlreadyExistsException there -> there.getFile() + " already exists";
            case AccessDeniedException denied -> "Permission denied: " + denied.getFile();
            default -> String.valueOf(failure.getMessage());
        };
    }

    /** Formats a duration in its two largest units. */
    public static String length(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min " + seconds % 60 + " s";
        }
        return seconds < 86_400
                ? seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min"
                : seconds / 86_400 + " d " + seconds % 86_400 / 3_600 + " h";
    }
}
