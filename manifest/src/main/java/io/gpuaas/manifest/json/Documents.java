package io.gpuaas.manifest.json;

import io.gpuaas.manifest.json.DocumentException.Code;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads documents. Text that begins with a brace is JSON, other text is YAML. */
public final class Documents {

    /** Of a name. Each value below it carries its name in a pointer, so long names would cost quadratic time. */
    private static final int NAME_CHARACTERS_MAX = 256;

    private Documents() {}

    public static Json read(byte[] bytes, Bounds bounds) throws DocumentException {
        String text = decode(bytes, bounds);
        return text.stripLeading().startsWith("{")
                ? new JsonReader(text, bounds).read()
                : YamlReader.read(text, bounds);
    }

    public static Json readJson(byte[] bytes, Bounds bounds) throws DocumentException {
        return new JsonReader(decode(bytes, bounds), bounds).read();
    }

    private static String decode(byte[] bytes, Bounds bounds) throws DocumentException {
        if (bytes.length > bounds.bytesMax()) {
            throw new DocumentException(
                    Code.TOO_LARGE,
                    "",
                    Position.NONE,
                    "The document has " + bytes.length + " bytes; at most " + bounds.bytesMax() + " are allowed.");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new DocumentException(Code.NOT_UTF8, "", Position.NONE, "The document is not valid UTF-8.");
        }
    }

    static Json.Num number(String text, String pointer, Position position) throws DocumentException {
        double value = Double.parseDouble(text);
        boolean whole = text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
        if (Double.isInfinite(value)
                || (whole && new BigDecimal(text).compareTo(new BigDecimal(CanonicalJson.number(value))) != 0)) {
            throw new DocumentException(
                    Code.NUMBER_OUT_OF_RANGE,
                    pointer,
                    position,
                    "JSON readers disagree on this number; write it as text.");
        }
        return new Json.Num(value, position);
    }

    static void requireText(String text, String pointer, Position position, int charactersMax)
            throws DocumentException {
        if (text.length() > charactersMax) {
            throw new DocumentException(
                    Code.TEXT_TOO_LONG,
                    pointer,
                    position,
                    "The text has " + text.length() + " characters; at most " + charactersMax + " are allowed.");
        }
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (Character.isHighSurrogate(character)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(character)) {
                throw new DocumentException(
                        Code.SYNTAX,
                        pointer,
                        position,
                        "The text has half of a surrogate pair, which is no character.");
            }
        }
    }

    static int nameMax(Bounds bounds) {
        return Math.min(NAME_CHARACTERS_MAX, bounds.charactersMax());
    }

    static void requireRoom(int size, int max, String pointer, Position position) throws DocumentException {
        if (size >= max) {
            throw new DocumentException(
                    Code.TOO_MANY, pointer, position, "The list or object has more than " + max + " entries.");
        }
    }

    static void requireDepth(int depth, String pointer, Position position, Bounds bounds) throws DocumentException {
        if (depth > bounds.depthMax()) {
            throw new DocumentException(
                    Code.TOO_DEEP,
                    pointer,
                    position,
                    "The document is nested deeper than " + bounds.depthMax() + " levels.");
        }
    }

    static DocumentException duplicate(String name, String pointer, Position position) {
        return new DocumentException(
                Code.DUPLICATE_KEY, pointer, position, "The name \"" + name + "\" appears twice in one object.");
    }
}
