package io.gpuaas.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerationTest {

    private static final String API = "contracts/generated/java/io/gpuaas/api/";

    @TempDir
    Path root;

    private ContractFixture contract;

    @BeforeEach
    void writeTheContract() {
        contract = new ContractFixture(root);
    }

    @Test
    void anOperationCarriesItsRules() throws IOException {
        assertThat(server("BoxesApi"))
                .containsSubsequence(
                        "id = \"createBox\"",
                        "permission = \"boxes.create\"",
                        "scope = Scope.TENANT",
                        "idempotency = Idempotency.OPTIONAL",
                        "audit = \"box.create\"",
                        "method = RequestMethod.POST, path = \"/boxes\"",
                        "@ResponseStatus(HttpStatus.CREATED)",
                        "Box createBox(",
                        "@Valid @RequestBody CreateBox createBox")
                .contains("@RequestParam(name = \"limit\", defaultValue = \"50\") @Min(1) @Max(200) Integer limit")
                .contains("@RequestParam(name = \"colour\", required = false) @Nullable Colour colour");
    }

    @Test
    void aSchemaIsARecordWithItsBounds() throws IOException {
        assertThat(server("CreateBox"))
                .contains(
                        "@NotNull @Size(max = 40) @Pattern(regexp = \"(?s:.*)(?:\\\\S)(?s:.*)\", message = \"must not be blank\") @PlainText String name")
                .contains("@Nullable String note");
        assertThat(server("Box")).contains("import io.gpuaas.kernel.BoxId;").contains("@NotNull BoxId id");
        assertThat(server("BoxPage"))
                .contains("@NotNull List<@Valid Box> items")
                .contains("List.copyOf(items)");
    }

    @Test
    void generatingTwiceGivesTheSame() throws IOException {
        everything().writeTo(root);
        assertThat(everything().differences(root)).isEmpty();
    }

    private FileTree everything() throws IOException {
        FileTree tree = FileTree.empty();
        tree.putAll(ErrorCatalogue.generate(contract.file("errors.yaml")));
        tree.putAll(TypedIdSources.generate(contract.file("openapi.yaml")));
        tree.putAll(EventSources.generate(contract.file("asyncapi.yaml"), contract.file("openapi.yaml")));
        tree.putAll(ServerSources.generate(contract.file("openapi.yaml")));
        tree.putAll(JavaSdk.generate(contract.file("openapi.yaml")));
        tree.putAll(PythonSdk.generate(contract.file("openapi.yaml")));
        return tree;
    }

    @Test
    void everyIdOfTheContractIsATypeOfTheKernelAndInItsList() throws IOException {
        contract.change(
                "openapi.yaml",
                "BoxId: { type: string, format: uuid }",
                "BoxId: { type: string, format: uuid }\n    AxleBoxId: { type: string, format: uuid }");

        assertThat(text("kernel/generated/java/io/gpuaas/kernel/AxleBoxId.java"))
                .contains("/** Identifies an axle box. */")
                .contains("public record AxleBoxId(UUID value) implements TypedId");
        assertThat(text("kernel/generated/java/io/gpuaas/kernel/TypedIds.java"))
                .contains("Map.entry(AxleBoxId.class, AxleBoxId::new)", "Map.entry(BoxId.class, BoxId::new)");
    }

    @Test
    void theClientsHaveTheCallsOfEveryTag() throws IOException {
        assertThat(text("sdk/java/generated/java/io/gpuaas/sdk/GpuaasApis.java"))
                .contains("public BoxesApi boxes() {\n        return new BoxesApi(transport);");
        assertThat(text("sdk/python/gpuaas/generated/apis.py"))
                .contains("from .boxes_api import BoxesApi\n", "self.boxes = BoxesApi(transport)");
        assertThat(text("sdk/python/gpuaas/generated/apis_async.py"))
                .contains("from .boxes_api_async import AsyncBoxesApi\n", "self.boxes = AsyncBoxesApi(transport)");
    }

    @Test
    void aTagThatIsNotDescribedIsRefused() {
        contract.change("openapi.yaml", "name: Boxes, description", "name: Crates, description");

        assertThatThrownBy(this::everything).hasMessageContaining("the tag Boxes is not one word that is described");
    }

    private String text(String path) throws IOException {
        return new String(Objects.requireNonNull(everything().files().get(path)), StandardCharsets.UTF_8);
    }

    @Test
    void driftNamesWhatDiffersWhatIsMissingAndWhatIsLeftOver() throws IOException {
        FileTree tree = ServerSources.generate(contract.file("openapi.yaml"));
        tree.writeTo(root);
        Files.writeString(root.resolve(API + "Box.java"), "edited");
        Files.delete(root.resolve(API + "Colour.java"));
        Files.writeString(root.resolve(API + "Crate.java"), "left over");

        assertThat(tree.differences(root))
                .containsExactlyInAnyOrder(
                        "differs  " + API + "Box.java",
                        "missing  " + API + "Colour.java",
                        "extra    " + API + "Crate.java");

        tree.writeTo(root);
        assertThat(tree.differences(root)).isEmpty();
        assertThat(Files.exists(root.resolve(API + "Crate.java"))).isFalse();
    }

    @Test
    void anOperationWithoutRulesIsRefused() {
        contract.change(
                "openapi.yaml",
                "x-gpuaas: { permission: boxes.read, scope: tenant, lane: default, idempotency: none, audit: none }",
                "description: forgotten");

        assertThatThrownBy(() -> ServerSources.generate(contract.file("openapi.yaml")))
                .hasMessage("listBoxes has no x-gpuaas block");
    }

    @Test
    void aRuleThatIsNoneIsRefused() {
        contract.change(
                "openapi.yaml", "permission: boxes.read, scope: tenant", "permission: boxes.read, scope: world");

        assertThatThrownBy(() -> ServerSources.generate(contract.file("openapi.yaml")))
                .hasMessageContaining("listBoxes: x-gpuaas.scope is 'world', not one of");
    }

    @Test
    void aChangeInATenantIsRefusedWhenSuspendedUnlessTheContractAllowsIt() throws IOException {
        assertThat(server("BoxesApi")).containsOnlyOnce("refusedWhenSuspended = true");
        contract.change("openapi.yaml", "audit: box.create }", "audit: box.create, suspended: allow }");
        assertThat(server("BoxesApi")).doesNotContain("refusedWhenSuspended");
    }

    @Test
    void anOperationSaysHowItGivesRights() throws IOException {
        contract.change("openapi.yaml", "audit: box.create }", "audit: box.create, gives_rights: held }");
        assertThat(server("BoxesApi")).contains("givesRights = GivesRights.HELD");
        contract.change("openapi.yaml", "gives_rights: held", "gives_rights: freely");
        assertThatThrownBy(() -> ServerSources.generate(contract.file("openapi.yaml")))
                .hasMessageContaining("createBox: x-gpuaas.gives_rights is 'freely', not one of");
    }

    @Test
    void aContractThatCannotBeReadIsRefused() {
        contract.change("openapi.yaml", "required: [name]", "requird: [name]");

        assertThatThrownBy(() -> ServerSources.generate(contract.file("openapi.yaml")))
                .hasMessageContaining("requird");
    }

    @Test
    void aCodeThatStandsTwiceIsRefused() {
        contract.change("errors.yaml", "code: broken", "code: not_found");

        assertThatThrownBy(() -> ErrorCatalogue.generate(contract.file("errors.yaml")))
                .hasMessageContaining("not_found stands there twice");
    }

    @Test
    void patternsMatchAnywhereAsInJsonSchema() {
        assertThat(Pattern.matches(Constraints.matching("\\S"), " a\n ")).isTrue();
        assertThat(Pattern.matches(Constraints.matching("\\S"), " \n")).isFalse();
        assertThat(Pattern.matches(Constraints.matching("^a|b$"), "ab")).isTrue();
        assertThat(Constraints.matching("^[a-z]+$")).isEqualTo("^[a-z]+$");
    }

    private String server(String type) throws IOException {
        byte[] text =
                ServerSources.generate(contract.file("openapi.yaml")).files().get(API + type + ".java");
        return new String(Objects.requireNonNull(text), StandardCharsets.UTF_8);
    }
}
