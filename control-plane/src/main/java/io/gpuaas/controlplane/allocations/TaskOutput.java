package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.allocations.AllocationRecord.Reach;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads from a finished task how the allocation is reached; fields that the output leaves out keep their values. */
final class TaskOutput {

    private TaskOutput() {}

    static UnaryOperator<Reach> by(JsonNode output) {
        return known -> new Reach(
                text(output, "address", known.address()),
                output.hasNonNull("ssh_port")
                        ? Integer.valueOf(output.path("ssh_port").asInt())
                        : known.sshPort(),
                output.hasNonNull("host_keys") ? texts(output.path("host_keys")) : known.hostKeys(),
                text(output, "uuid", known.migUuid()));
    }

    private static @Nullable String text(JsonNode output, String name, @Nullable String known) {
        return output.hasNonNull(name) ? output.path(name).asString() : known;
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(item -> item.asString("")).toList();
    }
}
