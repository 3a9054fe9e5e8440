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
        FileTree first = FileTree.empty();
        first.putAll(ServerSources.generate(contract.file("openapi.yaml")));
        first.putAll(JavaSdk.generate(contract.file("openapi.yaml")));
        first.putAll(PythonSdk.generate(contract.file("openapi.yaml")));
        first.putAll(ErrorCatalogue.generate(contract.file("errors.yaml")));
        first.writeTo(root);

        assertThat(ServerSources.generate(contract.file("openapi.yaml")).differences(root))
                .isEmpty();
        assertThat(JavaSdk.generate(contract.file("openapi.yaml")).differences(root))
                .isEmpty();
        assertThat(PythonSdk.generate(contract.file("openapi.yaml")).differences(root))
                .isEmpty();
        assertThat(ErrorCatalogue.generate(contract.file("errors.yaml")).differences(root))
                .isEmpty();
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
