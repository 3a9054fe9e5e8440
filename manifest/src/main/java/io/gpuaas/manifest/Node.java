package io.gpuaas.manifest;

import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.json.JsonPointer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A part of a document and its place. What is absent or has another type reads as empty: the form reports that. */
record Node(Json value, String pointer) {

    private static final Json NOTHING = Json.Obj.of(Map.of());

    Node at(String name) {
        return find(name).orElseGet(() -> new Node(NOTHING, JsonPointer.at(pointer, name)));
    }

    Optional<Node> find(String name) {
        return object().find(name).map(child -> new Node(child, JsonPointer.at(pointer, name)));
    }

    boolean has(String name) {
        return object().members().containsKey(name);
    }

    Json.Obj object() {
        return value instanceof Json.Obj object ? object : (Json.Obj) NOTHING;
    }

    Map<String, Node> members() {
        Map<String, Node> members = new LinkedHashMap<>();
        object().members().keySet().forEach(name -> members.put(name, at(name)));
        return members;
    }

    List<Node> items() {
        List<Node> items = new ArrayList<>();
        if (value instanceof Json.Arr list) {
            list.items().forEach(item -> items.add(new Node(item, JsonPointer.at(pointer, items.size()))));
        }
        return items;
    }

    String text() {
        return value instanceof Json.Text text ? text.value() : "";
    }

    Optional<String> findText(String name) {
        return find(name).map(Node::text);
    }

    List<String> texts(String name) {
        return at(name).items().stream().map(Node::text).toList();
    }

    int number(String name, int absent) {
        return find(name)
                .map(Node::value)
                .map(json -> json instanceof Json.Num number ? (int) number.value() : absent)
                .orElse(absent);
    }

    Duration duration(String name, String absent) {
        return Durations.parse(findText(name).orElse(absent));
    }
}
