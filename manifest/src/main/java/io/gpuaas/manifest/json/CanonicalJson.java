package io.gpuaas.manifest.json;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/** Writes the canonical form of RFC 8785 (JCS): two documents with the same values have the same bytes. */
public final class CanonicalJson {

    private CanonicalJson() {}

    public static byte[] bytes(Json value) {
        return text(value).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the digest of the canonical bytes in the form {@code sha256:<hex>}. */
    public static String digest(Json value) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(value)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the JDK has no SHA-256", e);
        }
    }

    public static String text(Json value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Json value, StringBuilder out) {
        switch (value) {
            case Json.Null _ -> out.append("null");
            case Json.Bool bool -> out.append(bool.value());
            case Json.Num number -> out.append(number(number.value()));
            case Json.Text text -> quote(text.value(), out);
            case Json.Arr list -> {
                out.append('[');
                for (Iterator<Json> items = list.items().iterator(); items.hasNext(); ) {
                    write(items.next(), out);
                    out.append(items.hasNext() ? "," : "");
                }
                out.append(']');
            }
            case Json.Obj object -> {
                // Java compares strings by UTF-16 code units, which is the order RFC 8785 demands.
                Iterator<Map.Entry<String, Json>> members =
                        new TreeMap<>(object.members()).entrySet().iterator();
                out.append('{');
                while (members.hasNext()) {
                    Map.Entry<String, Json> member = members.next();
                    quote(member.getKey(), out);
                    out.append(':');
                    write(member.getValue(), out);
                    out.append(members.hasNext() ? "," : "");
                }
                out.append('}');
            }
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            switch (character) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\f' -> out.append("\\f");
                case '\r' -> out.append("\\r");
                default -> {
                    if (character < 0x20) {
                        out.append("\\u00").append(HexFormat.of().toHexDigits((byte) character));
                    } else {
                        out.append(character);
                    }
                }
            }
        }
        out.append('"');
    }

    /** Writes a number as ECMAScript's Number.prototype.toString does. */
    static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("JSON has no such number");
        }
        if (value == 0) {
            return "0";
        }
        if (value < 0) {
            return "-" + number(-value);
        }
        String[] parts = Double.toString(value).split("E", -1);
        int point = parts[0].indexOf('.');
        String digits = parts[0].replace(".", "");
        int exponent = point + (parts.length > 1 ? Integer.parseInt(parts[1]) : 0);
        int zeros = 0;
        while (digits.charAt(zeros) == '0') {
            zeros++;
        }
        digits = digits.substring(zeros).replaceAll("0+$", "");
        exponent -= zeros;
        return digits.length() == 2 ? shorter(value, digits, exponent) : layout(digits, exponent);
    }

    /** Drops the second digit where one digit is read as the same number: Java writes two at least (4.9E-324). */
    private static String shorter(double value, String digits, int exponent) {
        int first = digits.charAt(0) - '0';
        int rounded = digits.charAt(1) >= '5' ? first + 1 : first;
        for (int candidate : new int[] {rounded, first, first + 1}) {
            String one = candidate == 10 ? "1" : String.valueOf(candidate);
            int shifted = candidate == 10 ? exponent + 1 : exponent;
            if (candidate > 0 && Double.parseDouble("0." + one + "E" + shifted) == value) {
                return layout(one, shifted);
            }
        }
        return layout(digits, exponent);
    }

    /** Lays out 0.digits × 10^exponent. */
    private static String layout(String digits, int exponent) {
        int length = digits.length();
        if (length <= exponent && exponent <= 21) {
            return digits + "0".repeat(exponent - length);
        }
        if (0 < exponent && exponent <= 21) {
            return digits.substring(0, exponent) + "." + digits.substring(exponent);
        }
        if (-6 < exponent && exponent <= 0) {
            return "0." + "0".repeat(-exponent) + digits;
        }
        int power = exponent - 1;
        String mantissa = length == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return mantissa + "e" + (power < 0 ? "-" : "+") + Math.abs(power);
    }
}
