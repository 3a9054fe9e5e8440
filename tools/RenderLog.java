import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns the control plane's JSON log lines into lines for people: time, level, logger, message, then what else the line
 * knows. Lines that are no JSON pass as they are, and no line has control characters. Run from source by {@code ./gpuaas logs}, so it needs the JDK only.
 */
final class RenderLog {

    /**
     * A name with a string, number or word; what is inside a nested object is found as if it were outside. The
     * quantifiers are possessive because a stack trace is a long string, and backtracking would overflow the stack.
     */
    private static final Pattern FIELD =
            Pattern.compile("\"([^\"\\\\]+)\":(?:\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|([-\\w.+]+))");

    private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");
    private static final Set<String> SHOWN_FIRST = Set.of("time", "level", "logger", "message", "error");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(visible(line.startsWith("{") ? render(line) : line));
            }
        }
    }

    /** Logs repeat what strangers sent, which must not steer the terminal of the one who reads them. */
    private static String visible(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().map(character -> hides(character) ? '?' : character).forEach(shown::appendCodePoint);
        return shown.toString();
    }

    private static boolean hides(int character) {
        int type = Character.getType(character);
        boolean steers = type == Character.CONTROL || type == Character.FORMAT || type == Character.SURROGATE;
        return steers && character != '\n' && character != '\t';
    }

    private static String render(String line) {
        Map<String, String> fields = fields(line);
        StringBuilder text = new StringBuilder("%s %-5s %-24s %s".formatted(
                time(fields.getOrDefault("time", "")),
                fields.getOrDefault("level", ""),
                simpleName(fields.getOrDefault("logger", "")),
                fields.getOrDefault("message", line)));
        fields.forEach((name, value) -> {
            if (!SHOWN_FIRST.contains(name)) {
                text.append("  ").append(name).append('=').append(value);
            }
        });
        String error = fields.getOrDefault("error", "").stripTrailing();
        return error.isEmpty() ? text.toString() : text + "\n" + error.indent(4).stripTrailing();
    }

    private static Map<String, String> fields(String line) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(line);
        while (field.find()) {
            fields.putIfAbsent(field.group(1), field.group(2) == null ? field.group(3) : unescape(field.group(2)));
        }
        return fields;
    }

    private static String unescape(String text) {
        return ESCAPE.matcher(text).replaceAll(escape -> Matcher.quoteReplacement(unescapeOne(escape.group(1))));
    }

    private static String unescapeOne(String escape) {
        return switch (escape.charAt(0)) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "";
            case 'b', 'f' -> " ";
            case 'u' -> escape.length() == 5
                    ? Character.toString(Integer.parseInt(escape.substring(1), 16))
                    : escape;
            default -> escape;
        };
    }

    private static String time(String instant) {
        try {
            return TIME.format(Instant.parse(instant));
        } catch (DateTimeParseException e) {
            return instant;
        }
    }

    private static String simpleName(String logger) {
        return logger.substring(logger.lastIndexOf('.') + 1);
    }
}
