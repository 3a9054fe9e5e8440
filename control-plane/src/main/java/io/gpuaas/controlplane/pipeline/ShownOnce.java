package io.gpuaas.controlplane.pipeline;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Keeps the one field that is shown a single time, {@code secret}, out of answers that are stored for replay. */
final class ShownOnce {

    private static final String FIELD = "secret";

    private ShownOnce() {}

    static Answer without(Answer answer, @Nullable Object result, JsonMapper json) {
        if (result == null
                || !result.getClass().isRecord()
                || Arrays.stream(result.getClass().getRecordComponents())
                        .noneMatch(component -> component.getName().equals(FIELD))) {
            return answer;
        }
        ObjectNode body = (ObjectNode) json.readTree(answer.body());
        body.remove(FIELD);
        return new Answer(answer.status(), json.writeValueAsBytes(body), answer.replayed());
    }
}
