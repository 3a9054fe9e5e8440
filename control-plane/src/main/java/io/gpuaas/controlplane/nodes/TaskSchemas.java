package io.gpuaas.controlplane.nodes;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The task types with the schemas of their payloads and outputs: contracts/node-tasks. */
@Component
class TaskSchemas {

    static final List<String> TYPES = List.of(
            "topology.discover",
            "user.provision",
            "user.revoke",
            "ssh_keys.reconcile",
            "terminal.open",
            "terminal.close",
            "file.transfer",
            "command.start",
            "command.attach",
            "command.cancel",
            "ssh.connect",
            "slice.provision",
            "slice.release",
            "mig.provision",
            "mig.release",
            "oci.launch",
            "oci.stop",
            "oci.status",
            "node.drain",
            "node.undrain",
            "agent.update",
            "agent.revert",
            "logs.collect",
            "gpu.verify",
            "host.reimage",
            "logs.stream");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Map<String, Type> types = new HashMap<>();
    private final Schema facts;

    TaskSchemas() {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        for (String type : TYPES) {
            JsonNode file = read("/contracts/node-tasks/" + type + ".json");
            types.put(
                    type,
                    new Type(
                            file.at("/x-gpuaas/repeatable").asBoolean(),
                            registry.getSchema(file.at("/$defs/payload")),
                            registry.getSchema(file.at("/$defs/output"))));
        }
        this.facts = registry.getSchema(read("/contracts/node-topology.json"));
    }

    private record Type(boolean repeatable, Schema payload, Schema output) {}

    /** Whether an interrupted attempt may be repeated. */
    boolean repeatable(String type) {
        return require(type).repeatable();
    }

    void requirePayload(String type, JsonNode payload) {
        fault(require(type).payload(), payload).ifPresent(fault -> {
            throw NodeErrors.taskInvalid("The payload of " + type + " is invalid: " + fault);
        });
    }

    /** The fault in the output, if there is one. */
    Optional<String> outputFault(String type, JsonNode output) {
        return fault(require(type).output(), output);
    }

    Optional<String> factsFault(JsonNode node) {
        return fault(facts, node);
    }

    private Type require(String type) {
        Type found = types.get(type);
        if (found == null) {
            throw NodeErrors.taskInvalid("There is no task type '" + type + "'.");
        }
        return found;
    }

    private static Optional<String> fault(Schema schema, JsonNode value) {
        List<Error> errors = schema.validate(
                value, context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
        return errors.stream().findFirst().map(error -> error.getInstanceLocation() + " " + error.getMessage());
    }

    private static JsonNode read(String resource) {
        try (InputStream in = TaskSchemas.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing from the class path");
            }
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
