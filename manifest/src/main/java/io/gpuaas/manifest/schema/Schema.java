package io.gpuaas.manifest.schema;

import io.gpuaas.manifest.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A compiled schema of parameters, with overlays that narrow it. A value must satisfy the schema and every overlay, as
 * under {@code allOf}.
 */
public final class Schema {

    private static final int OVERLAYS_MAX = 4;

    private final SchemaNode root;
    private final List<SchemaNode> overlays;

    private Schema(SchemaNode root, List<SchemaNode> overlays) {
        this.root = root;
        this.overlays = List.copyOf(overlays);
    }

    /** The outcome of compiling: a schema, or the problems for which there is none. */
    public record Compiled(Optional<Schema> schema, List<SchemaProblem> problems) {}

    /** Compiles a schema; {@code pointer} is its place in the document and begins the pointers of problems. */
    public static Compiled compile(Json source, String pointer) {
        SchemaCompiler compiler = new SchemaCompiler();
        SchemaNode root = compiler.compile(source, pointer);
        return compiler.problems().isEmpty()
                ? new Compiled(Optional.of(new Schema(root, List.of())), List.of())
                : new Compiled(Optional.empty(), List.copyOf(compiler.problems()));
    }

    /**
     * Adds an overlay. Values must satisfy it as well, so an overlay can only narrow.
     *
     * @throws IllegalArgumentException if it names parameters that the schema lacks, or there are too many overlays
     */
    public Schema allOf(Schema overlay) {
        List<SchemaNode> all = new ArrayList<>(overlays);
        all.add(overlay.root);
        all.addAll(overlay.overlays);
        if (all.size() > OVERLAYS_MAX) {
            throw new IllegalArgumentException("more than " + OVERLAYS_MAX + " overlays");
        }
        Set<String> unknown = new TreeSet<>(overlay.names());
        unknown.removeAll(names());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("no such parameters: " + String.join(", ", unknown));
        }
        return new Schema(root, all);
    }

    /** Returns the names of the top-level parameters. */
    public Set<String> names() {
        return root.properties().keySet();
    }

    /** Returns the type of a parameter: a type of JSON Schema, or "credential". */
    public Optional<String> typeOf(String name) {
        return Optional.ofNullable(root.properties().get(name))
                .map(node -> node.credential() != null ? "credential" : node.type());
    }

    /** Returns the kind of stored credential that a parameter refers to. */
    public Optional<String> credentialOf(String name) {
        return Optional.ofNullable(root.properties().get(name)).map(SchemaNode::credential);
    }

    /** Returns the violations of parameters, at most 20 for each layer. Parameters without a schema are refused. */
    public List<Violation> validate(Json value) {
        if (!(value instanceof Json.Obj)) {
            return List.of(new Violation("", "type", "Parameters must be an object."));
        }
        List<Violation> found = new ArrayList<>(new Validation(true).of(root, value));
        overlays.forEach(overlay -> found.addAll(new Validation(false).of(overlay, value)));
        return found;
    }

    /** Returns the violations of a document that may have members the schema does not name. */
    public List<Violation> validateDocument(Json value) {
        return new Validation(false).of(root, value);
    }

    /** Adds the defaults of absent parameters; the overlays' defaults come before those of the schema. */
    public Json.Obj withDefaults(Json.Obj value) {
        Json.Obj filled = value;
        for (SchemaNode overlay : overlays.reversed()) {
            filled = fill(overlay, filled);
        }
        return fill(root, filled);
    }

    private static Json.Obj fill(SchemaNode schema, Json.Obj value) {
        Map<String, Json> members = new LinkedHashMap<>(value.members());
        schema.properties().forEach((name, child) -> {
            Json present = members.get(name);
            if (present == null && child.defaultValue() != null) {
                members.put(name, child.defaultValue());
            } else if (present instanceof Json.Obj object) {
                members.put(name, fill(child, object));
            }
        });
        return new Json.Obj(members, value.names(), value.position());
    }

    /** Returns the parameters for which an overlay leaves one value only, by name. */
    public Map<String, String> lockedValues() {
        Map<String, String> locked = new LinkedHashMap<>();
        overlays.forEach(overlay -> overlay.properties().forEach((name, child) -> {
            if (child.choices() != null && child.choices().size() == 1) {
                locked.put(name, child.choices().iterator().next());
            }
        }));
        return locked;
    }

    /** Returns whether a value of a parameter is valid by itself, under the schema and every overlay. */
    public boolean accepts(String name, Json value) {
        return root.properties().containsKey(name)
                && accepts(root, name, value)
                && overlays.stream().allMatch(overlay -> accepts(overlay, name, value));
    }

    private static boolean accepts(SchemaNode schema, String name, Json value) {
        SchemaNode node = schema.properties().get(name);
        return node == null || new Validation(false).of(node, value).isEmpty();
    }
}
