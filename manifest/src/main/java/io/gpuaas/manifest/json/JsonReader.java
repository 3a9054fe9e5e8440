package io.gpuaas.manifest.json;

import io.gpuaas.manifest.json.DocumentException.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON strictly as RFC 8259 writes it: no comments, no trailing commas, no repeated names, one value. */
final class JsonReader {

    private final String text;
    private final Bounds bounds;
    private int at;
    private int line = 1;
    private int lineStart;

    JsonReader(String text, Bounds bounds) {
        this.text = text;
        this.bounds = bounds;
    }

    Json read() throws DocumentException {
        Json value = value("", 1);
        skipBlanks();
        if (at < text.length()) {
            throw wrong("", "Only one value is allowed; text follows it.");
        }
        return value;
    }

    private Json value(String pointer, int depth) throws DocumentException {
        skipBlanks();
        Position here = here();
        return switch (peek()) {
            case '{' -> object(pointer, depth, here);
            case '[' -> list(pointer, depth, here);
            case '"' -> new Json.Text(string(pointer, bounds.charactersMax()), here);
            case 't' -> literal("true", new Json.Bool(true, here), pointer);
            case 'f' -> literal("false", new Json.Bool(false, here), pointer);
            case 'n' -> literal("null", new Json.Null(here), pointer);
            default -> number(pointer, here);
        };
    }

    private Json object(String pointer, int depth, Position start) throws DocumentException {
        Documents.requireDepth(depth, pointer, start, bounds);
        Map<String, Json> members = new LinkedHashMap<>();
        Map<String, Position> names = new LinkedHashMap<>();
        at++;
        skipBlanks();
        if (peek() == '}') {
            at++;
            return new Json.Obj(members, names, start);
        }
        while (true) {
            skipBlanks();
            Position here = here();
            if (peek() != '"') {
                throw wrong(pointer, "A name in double quotes is expected here.");
            }
            String name = string(pointer, Documents.nameMax(bounds));
            String child = JsonPointer.at(pointer, name);
            if (members.containsKey(name)) {
                throw Documents.duplicate(name, child, here);
            }
            Documents.requireRoom(members.size(), bounds.membersMax(), pointer, here);
            expect(':', child);
            members.put(name, value(child, depth + 1));
            names.put(name, here);
            if (!more('}', pointer)) {
                return new Json.Obj(members, names, start);
            }
        }
    }

    private Json list(String pointer, int depth, Position start) throws DocumentException {
        Documents.requireDepth(depth, pointer, start, bounds);
        List<Json> items = new ArrayList<>();
        at++;
        skipBlanks();
        if (peek() == ']') {
            at++;
            return new Json.Arr(items, start);
        }
        do {
            Documents.requireRoom(items.size(), bounds.itemsMax(), pointer, here());
            items.add(value(JsonPointer.at(pointer, items.size()), depth + 1));
        } while (more(']', pointer));
        return new Json.Arr(items, start);
    }

    private boolean more(char end, String pointer) throws DocumentException {
        skipBlanks();
        char next = peek();
        if (next != ',' && next != end) {
            throw wrong(pointer, "A comma or \"" + end + "\" is expected here.");
        }
        at++;
        return next == ',';
    }

    private String string(String pointer, int charactersMax) throws DocumentException {
        Position start = here();
        StringBuilder value = new StringBuilder();
        at++;
        while (peek() != '"') {
            char character = text.charAt(at++);
            if (character < 0x20) {
                throw wrong(pointer, "A control character in a text must be written as an escape.");
            }
            value.append(character == '\\' ? escape(pointer) : character);
            if (value.length() > charactersMax) {
                break;
            }
        }
        Documents.requireText(value.toString(), pointer, start, charactersMax);
        at++;
        return value.toString();
    }

    private char escape(String pointer) throws DocumentException {
        char kind = peek();
        at++;
        return switch (kind) {
            case '"', '\\', '/' -> kind;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode(pointer);
            default -> throw wrong(pointer, "JSON has no such escape.");
        };
    }

    private char unicode(String pointer) throws DocumentException {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            char character = peek();
            int digit = character < 0x80 ? Character.digit(character, 16) : -1;
            if (digit < 0) {
                throw wrong(pointer, "Four hexadecimal digits are expected after \\u.");
            }
            value = value * 16 + digit;
            at++;
        }
        return (char) value;
    }

    private Json literal(String word, Json value, String pointer) throws DocumentException {
        if (!text.startsWith(word, at)) {
            throw wrong(pointer, "A value is expected here.");
        }
        at += word.length();
        return value;
    }

    private Json number(String pointer, Position start) throws DocumentException {
        int from = at;
        skip('-');
        if (!skip('0')) {
            digits(pointer);
        }
        if (skip('.')) {
            digits(pointer);
        }
        if (skip('e') || skip('E')) {
            if (!skip('-')) {
                skip('+');
            }
            digits(pointer);
        }
        if (at - from > 100) {
            throw wrong(pointer, "The number has more than 100 characters.");
        }
        return Documents.number(text.substring(from, at), pointer, start);
    }

    private void digits(String pointer) throws DocumentException {
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == from) {
            throw wrong(pointer, "A value is expected here.");
        }
    }

    private boolean skip(char character) {
        if (at < text.length() && text.charAt(at) == character) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char character, String pointer) throws DocumentException {
        skipBlanks();
        if (peek() != character) {
            throw wrong(pointer, "\"" + character + "\" is expected here.");
        }
        at++;
    }

    private void skipBlanks() {
        while (at < text.length()) {
            char character = text.charAt(at);
            if (character == '\n') {
                line++;
                lineStart = at + 1;
            } else if (character != ' ' && character != '\t' && character != '\r') {
                return;
            }
            at++;
        }
    }

    private char peek() throws DocumentException {
        if (at >= text.length()) {
            throw wrong("", "The document ends too early.");
        }
        return text.charAt(at);
    }

    private Position here() {
        return new Position(line, at - lineStart + 1);
    }

    private DocumentException wrong(String pointer, String sentence) {
        return new DocumentException(Code.SYNTAX, pointer, here(), sentence);
    }
}
