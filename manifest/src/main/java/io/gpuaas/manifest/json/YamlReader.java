package io.gpuaas.manifest.json;

import com.google.re2j.Pattern;
import io.gpuaas.manifest.json.DocumentException.Code;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads the part of YAML 1.2 that means the same to every reader. It works on the parser's events, so that the bounds
 * apply before anything is built.
 */
final class YamlReader {

    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    /** Plain values that some YAML readers take for a number, a boolean or nothing, and others for text. */
    private static final Pattern AMBIGUOUS = Pattern.compile("(?i)~|true|false|null|yes|no|on|off"
            + "|[-+]?\\.(inf|nan)|\\.nan|[-+]?0x[0-9a-f_]+|[-+]?0o?[0-7_]+|0b[01_]+|[-+]?[0-9][0-9_]*(\\.[0-9_]*)?(e[-+]?[0-9]+)?"
            + "|[-+]?\\.[0-9_]+(e[-+]?[0-9]+)?");

    private final Iterator<Event> events;
    private final Bounds bounds;

    private YamlReader(Iterator<Event> events, Bounds bounds) {
        this.events = events;
        this.bounds = bounds;
    }

    static Json read(String text, Bounds bounds) throws DocumentException {
        try {
            LoadSettings settings =
                    LoadSettings.builder().setMaxAliasesForCollections(0).build();
            return new YamlReader(new Parse(settings).parseString(text).iterator(), bounds).document();
        } catch (MarkedYamlEngineException e) {
            throw new DocumentException(
                    Code.SYNTAX,
                    "",
                    place(e.getProblemMark().or(e::getContextMark)),
                    "The YAML cannot be read: " + e.getProblem() + ".");
        } catch (YamlEngineException e) {
            throw new DocumentException(Code.SYNTAX, "", Position.NONE, "The YAML cannot be read: " + e.getMessage());
        }
    }

    private Json document() throws DocumentException {
        events.next();
        Event start = events.next();
        if (!(start instanceof DocumentStartEvent document)) {
            throw new DocumentException(Code.SYNTAX, "", Position.NONE, "The document is empty.");
        }
        if (document.getSpecVersion().isPresent() || !document.getTags().isEmpty()) {
            throw feature("", start, "Directives are not allowed.");
        }
        Json value = value(events.next(), "", 1);
        events.next();
        Event after = events.next();
        if (after instanceof DocumentStartEvent) {
            throw feature("", after, "A second document is not allowed.");
        }
        return value;
    }

    private Json value(Event event, String pointer, int depth) throws DocumentException {
        requirePlainNode(event, pointer);
        return switch (event) {
            case ScalarEvent scalar -> scalar(scalar, pointer);
            case SequenceStartEvent list -> list(list, pointer, depth);
            case MappingStartEvent object -> object(object, pointer, depth);
            default -> throw new DocumentException(Code.SYNTAX, pointer, place(event), "A value is expected here.");
        };
    }

    private static void requirePlainNode(Event event, String pointer) throws DocumentException {
        if (event instanceof AliasEvent) {
            throw feature(pointer, event, "Aliases are not allowed; repeat the value.");
        }
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            throw feature(pointer, event, "Anchors are not allowed.");
        }
        Optional<String> tag = switch (event) {
            case ScalarEvent scalar -> scalar.getTag();
            case SequenceStartEvent list -> list.getTag();
            case MappingStartEvent object -> object.getTag();
            default -> Optional.empty();
        };
        if (tag.isPresent()) {
            throw feature(pointer, event, "Tags are not allowed.");
        }
    }

    private Json list(Event start, String pointer, int depth) throws DocumentException {
        Documents.requireDepth(depth, pointer, place(start), bounds);
        List<Json> items = new ArrayList<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            Documents.requireRoom(items.size(), bounds.itemsMax(), pointer, place(event));
            items.add(value(event, JsonPointer.at(pointer, items.size()), depth + 1));
        }
        return new Json.Arr(items, place(start));
    }

    private Json object(Event start, String pointer, int depth) throws DocumentException {
        Documents.requireDepth(depth, pointer, place(start), bounds);
        Map<String, Json> members = new LinkedHashMap<>();
        Map<String, Position> names = new LinkedHashMap<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            requirePlainNode(event, pointer);
            if (!(event instanceof ScalarEvent name)) {
                throw feature(pointer, event, "A name must be text, not a list or an object.");
            }
            Documents.requireText(name.getValue(), pointer, place(event), Documents.nameMax(bounds));
            String child = JsonPointer.at(pointer, name.getValue());
            if (members.containsKey(name.getValue())) {
                throw Documents.duplicate(name.getValue(), child, place(event));
            }
            Documents.requireRoom(members.size(), bounds.membersMax(), pointer, place(event));
            members.put(name.getValue(), value(events.next(), child, depth + 1));
            names.put(name.getValue(), place(event));
        }
        return new Json.Obj(members, names, place(start));
    }

    private Json scalar(ScalarEvent scalar, String pointer) throws DocumentException {
        String text = scalar.getValue();
        Position position = place(scalar);
        Documents.requireText(text, pointer, position, bounds.charactersMax());
        if (scalar.getScalarStyle() != ScalarStyle.PLAIN) {
            return new Json.Text(text, position);
        }
        switch (text) {
            case "", "null" -> {
                return new Json.Null(position);
            }
            case "true", "false" -> {
                return new Json.Bool(text.equals("true"), position);
            }
            default -> {}
        }
        if (text.length() <= 100 && NUMBER.matches(text)) {
            return Documents.number(text, pointer, position);
        }
        if (text.length() <= 100 && AMBIGUOUS.matches(text)) {
            throw new DocumentException(
                    Code.AMBIGUOUS_SCALAR,
                    pointer,
                    position,
                    "YAML readers disagree on what " + text
                            + " is; write text in quotes, booleans as true or false, and numbers as in JSON.");
        }
        return new Json.Text(text, position);
    }

    private static DocumentException feature(String pointer, Event event, String sentence) {
        return new DocumentException(Code.YAML_FEATURE, pointer, place(event), sentence);
    }

    private static Position place(Event event) {
        return place(event.getStartMark());
    }

    private static Position place(Optional<Mark> mark) {
        return mark.map(at -> new Position(at.getLine() + 1, at.getColumn() + 1))
                .orElse(Position.NONE);
    }
}
