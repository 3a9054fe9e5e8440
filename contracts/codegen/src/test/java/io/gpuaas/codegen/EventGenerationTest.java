package io.gpuaas.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventGenerationTest {

    @TempDir
    Path root;

    private ContractFixture contract;

    @BeforeEach
    void writeTheContract() {
        contract = new ContractFixture(root);
    }

    @Test
    void anEventIsARecordOfItsFields() throws IOException {
        assertThat(source("BoxCreated"))
                .contains("import io.gpuaas.kernel.BoxId;")
                .containsSubsequence(
                        "public record BoxCreated(",
                        "BoxId boxId,",
                        "String colour,",
                        "@Nullable Integer weight,",
                        "@Nullable List<String> labels)",
                        "implements DomainEvent",
                        "TYPE = \"boxes.box_created\"",
                        "labels = labels == null ? null : List.copyOf(labels)",
                        "return Aggregate.of(\"box\", boxId)");
    }

    @Test
    void everyEventIsInTheSealedInterfaceAndInTheListOfTypes() throws IOException {
        addBoxMoved();

        assertThat(source("DomainEvent")).containsSubsequence("permits", "BoxCreated,", "BoxMoved {");
        assertThat(source("EventTypes"))
                .contains("Map.entry(BoxCreated.TYPE, BoxCreated.class)")
                .contains("Map.entry(BoxMoved.TYPE, BoxMoved.class)")
                .contains("Map.entry(\"crates.box_created\", BoxCreated.TYPE)");
    }

    @Test
    void aFieldMayNameItsKindOfId() throws IOException {
        contract.change(
                "asyncapi.yaml",
                "box_id: { type: string, format: uuid }",
                "box_id: { type: string, format: uuid, x-id: BoxId }");
        assertThat(source("BoxCreated")).contains("BoxId boxId");
        contract.change("asyncapi.yaml", "x-id: BoxId", "x-id: CrateId");
        assertThatThrownBy(this::generate).hasMessageContaining("box_id: there is no id CrateId");
    }

    @Test
    void anIdThatIsNoKindOfItsOwnIsAUuid() throws IOException {
        contract.change("asyncapi.yaml", "weight: { type: integer }", "crate_id: { type: string, format: uuid }");
        assertThat(source("BoxCreated")).contains("@Nullable UUID crateId").contains("import java.util.UUID;");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            name: boxes.box_created    | name: box_created              | not of the form package.event_name
            name: boxes.box_created    | name: boxes.box_made           | its schema BoxCreated has another name
            stream: BOXES              | stream: CRATES                 | its stream is CRATES but its channel is boxes
            key: [box_id]              | key: []                        | x-gpuaas.key does not list the aggregate's id
            key: [box_id]              | key: [crate_id]                | x-gpuaas.key lists crate_id
            former: crates.box_created | former: boxes.box_created      | the former type is used twice
            weight: { type: integer }  | weight: { type: number }       | weight has an unknown type
            weight: { type: integer }  | type: { type: string }         | a field cannot be called type
            """)
    void anIncompleteEventIsRefused(String from, String to, String why) {
        contract.change("asyncapi.yaml", from, to);
        assertThatThrownBy(this::generate).isInstanceOf(ContractException.class).hasMessageContaining(why);
    }

    @Test
    void anEventOutsideAllChannelsIsRefused() {
        contract.change("asyncapi.yaml", "box_created: { $ref: \"#/components/messages/box_created\" }", "other: {}");
        assertThatThrownBy(this::generate).hasMessageContaining("it is in the channels [], not in one");
    }

    private void addBoxMoved() {
        contract.change("asyncapi.yaml", "      box_created: { $ref: \"#/components/messages/box_created\" }\n", """
                      box_created: { $ref: "#/components/messages/box_created" }
                      box_moved: { $ref: "#/components/messages/box_moved" }
                """);
        contract.change("asyncapi.yaml", "  schemas:\n", """
                    box_moved:
                      name: boxes.box_moved
                      x-gpuaas: { stream: BOXES, aggregate: box, key: [box_id] }
                      payload: { $ref: "#/components/schemas/BoxMoved" }
                  schemas:
                    BoxMoved:
                      type: object
                      required: [box_id]
                      properties:
                        box_id: { type: string, format: uuid }
                """);
    }

    private FileTree generate() throws IOException {
        return EventSources.generate(contract.file("asyncapi.yaml"), contract.file("openapi.yaml"));
    }

    private String source(String type) throws IOException {
        byte[] text = generate().files().get("contracts/generated/java/io/gpuaas/events/" + type + ".java");
        return new String(Objects.requireNonNull(text), StandardCharsets.UTF_8);
    }
}
