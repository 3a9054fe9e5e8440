package io.gpuaas.agent.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The agent understands every payload that the contract allows; it would refuse an unknown field. */
class PayloadContractTest {

    private static final Path SCHEMAS = Path.of(System.getProperty("gpuaas.node-tasks", "../contracts/node-tasks"));

    @ParameterizedTest
    @EnumSource(TaskType.class)
    void everyFieldOfTheSchemaIsAFieldOfTheRecord(TaskType type) throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(SCHEMAS), "the schemas of node tasks are not in this checkout");
        JsonNode schema = Json.LENIENT.readTree(Files.readString(SCHEMAS.resolve(type.wire() + ".json")));
        Set<String> fields = Arrays.stream(type.payload().getRecordComponents())
                .map(component ->
                        component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        assertThat(fields)
                .containsAll(
                        schema.path("$defs").path("payload").path("properties").propertyNames());
    }
}
