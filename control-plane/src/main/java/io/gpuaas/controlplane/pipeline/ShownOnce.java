package io.gpuaas.controlplane.pipeline;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps the one field that is shown a single time, {@code secret}, out of answers that are stored for
 * replay: of the answer itself and of the things listed in it.
 */
final class ShownOnce {

    private static final String FIELD = "secret";

    private ShownOnce() {}

    static Answer without(Answer answer, @Nullable Object result, JsonMapper json) {
        if (result == null || !new String(answer.body(), StandardCharsets.UTF_8).contains("\"" + FIELD + "\"")) {
            return answer;
        }
        JsonNode body = json.readTree(answer.body());
        List<JsonNode> holders = body.findParents(FIELD);
        holders.forEach(holder -> ((ObjectNode) holder).remove(FIELD));
        return new Answer(answer.status(), json.writeValueAsBytes(body), answer.replayed());
    }
}
