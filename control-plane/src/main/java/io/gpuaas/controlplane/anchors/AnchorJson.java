package io.gpuaas.controlplane.anchors;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** An anchor as one line of JSON. */
final class AnchorJson {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private AnchorJson() {}

    static String line(Anchor anchor) {
        return JSON.writeValueAsString(anchor) + "\n";
    }

    /** Empty when the line is no anchor. */
    static Optional<Anchor> read(String line) {
        try {
            Anchor anchor = JSON.readValue(line, Anchor.class);
            return anchor.chain() == null || anchor.hmac() == null || anchor.at() == null || anchor.mac() == null
                    ? Optional.empty()
                    : Optional.of(anchor);
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
