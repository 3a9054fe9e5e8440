package io.gpuaas.codegen;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Error codes are promised to be stable; this holds the catalogue to it. */
final class ErrorChanges {

    private ErrorChanges() {}

    static List<String> find(JsonNode accepted, JsonNode current) {
        List<String> changes = new ArrayList<>();
        Map<String, JsonNode> now = byCode(current);
        byCode(accepted).forEach((code, was) -> {
            JsonNode is = now.get(code);
            if (is == null) {
                changes.add("error " + code + " is gone");
                return;
            }
            for (String key : List.of("status", "blame")) {
                if (!was.path(key).equals(is.path(key))) {
                    changes.add("error " + code + ": its " + key + " is "
                            + is.path(key).asText() + ", was " + was.path(key).asText());
                }
            }
        });
        return changes;
    }

    private static Map<String, JsonNode> byCode(JsonNode catalogue) {
        Map<String, JsonNode> errors = new TreeMap<>();
        catalogue.path("errors").forEach(error -> errors.put(error.path("code").asText(), error));
        return errors;
    }
}
