package io.gpuaas.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BreakingChangesTest {

    private static final String OPENAPI = "openapi.yaml";
    private static final String ASYNCAPI = "asyncapi.yaml";
    private static final String ERRORS = "errors.yaml";

    @TempDir
    Path root;

    private ContractFixture contract;

    @BeforeEach
    void acceptTheContract() throws IOException {
        contract = new ContractFixture(root);
        assertThat(contract.run("accept")).isZero();
    }

    @Test
    void anUnchangedContractBreaksNothing() throws IOException {
        assertThat(contract.run("breaking")).isZero();
    }

    static Stream<Arguments> compatibleChanges() {
        return Stream.of(
                arguments(
                        OPENAPI,
                        "        weight: { type: integer }",
                        "        weight: { type: integer }\n        height: { type: integer }"),
                arguments(
                        OPENAPI,
                        "        note: { type: string }",
                        "        note: { type: string }\n        size: { type: integer }"),
                arguments(OPENAPI, "summary: Create a box", "summary: Make a box"),
                arguments(OPENAPI, "maxLength: 40", "maxLength: 80"),
                arguments(
                        OPENAPI,
                        "    - { name: colour,",
                        "    - { name: shape, in: query, schema: { type: string } }\n        - { name: colour,"),
                arguments(OPENAPI, "lane: default, idempotency: optional", "lane: admin, idempotency: optional"),
                arguments(OPENAPI, "lane: default, idempotency: none", "lane: default, idempotency: optional"),
                arguments(OPENAPI, "idempotency: none, audit: none", "idempotency: none, audit: box.list"),
                arguments(ASYNCAPI, "weight: { type: integer }", "weight: { type: integer, description: In grams. }"),
                arguments(
                        ASYNCAPI,
                        "        weight: { type: integer }",
                        "        weight: { type: integer }\n        height: { type: integer }"),
                arguments(ERRORS, "title: There is none", "title: There is no such thing"),
                arguments(
                        ERRORS,
                        "errors:",
                        "errors:\n  - { code: other, status: 400, blame: user, title: T, explanation: E. }"));
    }

    @ParameterizedTest
    @MethodSource("compatibleChanges")
    void compatibleChangesPass(String file, String from, String to) throws IOException {
        contract.change(file, from, to);

        assertThat(changes()).isEmpty();
        assertThat(contract.run("accept")).isZero();
        assertThat(Files.exists(contract.file("accepted/breaking-changes.md"))).isFalse();
    }

    static Stream<Arguments> breakingChanges() {
        return Stream.of(
                arguments(OPENAPI, "  /boxes:", "  /crates:", "GET /boxes, POST /boxes: the operation is gone"),
                arguments(OPENAPI, "name: limit", "name: size", "GET /boxes: parameter limit is gone"),
                arguments(
                        OPENAPI,
                        "name: colour, in: query,",
                        "name: colour, in: query, required: true,",
                        "GET /boxes: parameter colour is newly required"),
                arguments(OPENAPI, "maximum: 200", "maximum: 100", "GET /boxes: parameter limit: "),
                arguments(OPENAPI, "maxLength: 40", "minLength: 3, maxLength: 40", "POST /boxes: request field name "),
                arguments(OPENAPI, "maxLength: 40", "maxLength: 20", "POST /boxes: request field name "),
                arguments(
                        OPENAPI,
                        "required: [name]",
                        "required: [name, note]",
                        "POST /boxes: request note is newly required"),
                arguments(OPENAPI, "        note: { type: string }\n", "", "POST /boxes: request field note is gone"),
                arguments(
                        OPENAPI,
                        "        weight: { type: integer }\n",
                        "",
                        "POST /boxes: response field weight is gone"),
                arguments(
                        OPENAPI,
                        "BoxId: { type: string, format: uuid }",
                        "BoxId: { type: string }",
                        "field id is string, was string/uuid"),
                arguments(
                        OPENAPI,
                        "weight: { type: integer }",
                        "weight: { type: string }",
                        "weight is string, was integer"),
                arguments(OPENAPI, "required: [id, name]", "required: [id]", "name may now be absent"),
                arguments(OPENAPI, "enum: [red, blue]", "enum: [red, blue, green]", "green is a new value"),
                arguments(OPENAPI, "enum: [red, blue]", "enum: [red]", "GET /boxes: parameter colour: blue is gone"),
                arguments(OPENAPI, "\"201\":", "\"200\":", "POST /boxes: response 201 is gone"),
                arguments(
                        OPENAPI,
                        "operationId: createBox",
                        "operationId: addBox",
                        "POST /boxes: renamed from createBox"),
                arguments(
                        OPENAPI, "permission: boxes.create", "permission: boxes.write", "needs permission boxes.write"),
                arguments(
                        OPENAPI,
                        "permission: boxes.read, scope: tenant",
                        "permission: boxes.read, scope: platform",
                        "GET /boxes: its scope is platform, was tenant"),
                arguments(OPENAPI, "idempotency: optional", "idempotency: required", "idempotency key is required"),
                arguments(OPENAPI, "idempotency: optional", "idempotency: none", "idempotency key is none"),
                arguments(OPENAPI, "audit: box.create", "audit: none", "is audited as none, was box.create"),
                arguments(
                        ASYNCAPI, "name: boxes.box_created", "name: boxes.box_made", "event boxes.box_created is gone"),
                arguments(ASYNCAPI, "stream: BOXES", "stream: CRATES", "its stream is CRATES, was BOXES"),
                arguments(ASYNCAPI, "address: BOXES", "address: CRATES", "channel boxes: its address"),
                arguments(ASYNCAPI, "  boxes:", "  crates:", "channel boxes is gone"),
                arguments(ASYNCAPI, "        weight:", "        mass:", "field weight is gone"),
                arguments(
                        ASYNCAPI,
                        "weight: { type: integer }",
                        "weight: { type: number }",
                        "its type is number, was integer"),
                arguments(
                        ASYNCAPI,
                        "box_id: { type: string, format: uuid }",
                        "box_id: { type: string }",
                        "its format is absent"),
                arguments(
                        ASYNCAPI, "required: [box_id, colour]", "required: [box_id]", "field colour may now be absent"),
                arguments(
                        ASYNCAPI,
                        "required: [box_id, colour]",
                        "required: [box_id, colour, weight]",
                        "field weight is newly required"),
                arguments(ASYNCAPI, "enum: [red, blue]", "enum: [red, blue, green]", "green is a new value"),
                arguments(ASYNCAPI, "enum: [red, blue]", "enum: [red]", "blue is gone"),
                arguments(ASYNCAPI, "items: { type: string }", "items: { type: integer }", "field labels[]: its type"),
                arguments(ASYNCAPI, "required: [event_id, payload]", "required: [payload]", "envelope: field event_id"),
                arguments(
                        ASYNCAPI,
                        "weight: { type: integer }",
                        "weight: { type: integer, minimum: 7 }",
                        "its minimum is 7"),
                arguments(ERRORS, "code: not_found", "code: missing", "error not_found is gone"),
                arguments(ERRORS, "status: 404", "status: 410", "error not_found: its status is 410, was 404"),
                arguments(ERRORS, "blame: bug", "blame: operator", "error broken: its blame is operator, was bug"));
    }

    @ParameterizedTest
    @MethodSource("breakingChanges")
    void breakingChangesAreNamed(String file, String from, String to, String expected) throws IOException {
        contract.change(file, from, to);

        assertThat(changes()).anySatisfy(line -> assertThat(line).contains(expected));
        assertThat(contract.run("breaking")).isOne();
    }

    @Test
    void aSharedSchemaIsOneLine() throws IOException {
        contract.change(
                OPENAPI,
                "        name: { type: string }\n        colour",
                "        name: { type: integer }\n        colour");

        assertThat(changes()).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void aBreakingChangeIsNotAcceptedWithoutAReason() throws IOException {
        contract.change(ERRORS, "status: 404", "status: 410");

        assertThat(contract.run("accept")).isOne();
        assertThat(contract.run("accept", "--breaking", " ")).isEqualTo(2);
        assertThat(contract.run("accept", "--force", "because")).isEqualTo(2);
        assertThat(contract.run("breaking")).isOne();
    }

    @Test
    void aReasonIsKeptWithWhatItAllowed() throws IOException {
        contract.change(ERRORS, "status: 404", "status: 410");
        assertThat(contract.run("accept", "--breaking", "Gone is gone.")).isZero();
        contract.change(ERRORS, "status: 410", "status: 404");
        assertThat(contract.run("accept", "--breaking", "On second thoughts.")).isZero();

        assertThat(contract.run("breaking")).isZero();
        assertThat(contract.read("accepted/breaking-changes.md"))
                .containsSubsequence(
                        "## Contract ",
                        "Gone is gone.",
                        "- error not_found: its status is 410, was 404",
                        "## Contract ",
                        "On second thoughts.");
    }

    @Test
    void anAcceptedContractChangedByHandIsNoticed() throws IOException {
        contract.change("accepted/errors.yaml", "status: 404", "status: 410");

        assertThatThrownBy(this::changes).hasMessageContaining("changed by hand");
        assertThat(contract.run("breaking")).isOne();
        assertThat(contract.run("accept", "--breaking", "because")).isOne();
    }

    @Test
    void aMissingAcceptedContractIsNoticed() throws IOException {
        Files.delete(contract.file("accepted/asyncapi.yaml"));
        assertThat(contract.run("breaking")).isOne();

        Files.delete(contract.file("accepted/CHECKSUMS"));
        assertThat(contract.run("breaking")).isOne();
    }

    private List<String> changes() throws IOException {
        return new AcceptedContract(root.resolve("contracts")).findBreakingChanges();
    }
}
