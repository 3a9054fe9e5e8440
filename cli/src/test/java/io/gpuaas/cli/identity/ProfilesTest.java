package io.gpuaas.cli.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.SignedInShell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A saved choice applies to every command of its profile, and to no other profile. */
class ProfilesTest extends SignedInShell {

    private static final String T = "0198c0de-0000-7000-8000-000000000001";
    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final String OTHER = "0198c0de-0000-7000-8000-000000000003";
    private static final String ME =
            "{\"principal_id\":\"p\",\"kind\":\"user\",\"display_name\":\"A\",\"grants\":[%s]}";

    @BeforeEach
    void answerProjects() {
        for (String project : new String[] {P, OTHER}) {
            server.answers("GET /api/v1/projects/" + project + "/allocations?limit=100", 200, "{\"items\":[]}");
        }
        server.answers("GET /api/v1/tenants/" + T + "/projects?limit=100", 200, "{\"items\":[]}");
    }

    private String lastRequest() {
        return server.received().getLast().request();
    }

    @Test
    void theProfilesProjectIsUsedUnlessOneIsNamed() {
        assertThat(shell.type("profiles set --project " + P)).as(shell.said()).isZero();
        assertThat(shell.type("allocations list")).as(shell.said()).isZero();
        assertThat(lastRequest()).contains(P);
        assertThat(shell.type("allocations list --project " + OTHER)).isZero();
        assertThat(lastRequest()).contains(OTHER);
        assertThat(shell.set("GPUAAS_PROJECT", OTHER).type("allocations list")).isZero();
        assertThat(lastRequest()).contains(OTHER);
        assertThat(server.received()).noneMatch(one -> one.request().endsWith("/me"));
    }

    @Test
    void anotherProfileHasItsOwnAlsoWhenItIsNamedLast() {
        shell.type("profiles set --project " + P);
        shell.type("profiles set --profile work --tenant " + T + " --project " + OTHER);
        server.answers("POST /token", 200, "{}");
        shell.piping("t").type("login --token - --profile work --server " + server.url());
        server.answers("GET /api/v1/me", 200, ME.formatted(""));
        assertThat(shell.piping("t").type("login --token - --profile work --server " + server.url()))
                .as(shell.said())
                .isZero();

        assertThat(shell.type("allocations list --profile work"))
                .as(shell.said())
                .isZero();
        assertThat(lastRequest()).contains(OTHER);
        assertThat(shell.type("projects list --profile work")).as(shell.said()).isZero();
        assertThat(lastRequest()).contains(T);

        assertThat(shell.type("profiles use work")).isZero();
        assertThat(shell.unset("GPUAAS_TOKEN").type("allocations list"))
                .as(shell.said())
                .isZero();
        assertThat(lastRequest()).contains(OTHER);
        assertThat(shell.type("profiles list")).isZero();
        assertThat(shell.printed().lines().skip(1))
                .containsExactly("work     " + server.url() + "  " + T + "  " + OTHER + "  yes");
    }

    @Test
    void clearingForgetsBoth() {
        shell.type("profiles set --tenant " + T + " --project " + P);
        assertThat(shell.type("profiles set --clear")).isZero();
        assertThat(shell.printed()).doesNotContain(P).doesNotContain(T);
    }

    @Test
    void aProfileThatIsNotThereCannotBeUsed() {
        assertThat(shell.type("profiles use nobody")).isEqualTo(2);
        assertThat(shell.type("profiles set")).isEqualTo(2);
    }

    @Test
    void theOnlyTenantIsFoundAlsoByWhoHoldsAProjectOnly() {
        server.answers(
                        "GET /api/v1/me",
                        200,
                        ME.formatted("{\"role\":\"project_member\",\"project_id\":\"" + P + "\",\"permissions\":[]}"))
                .answers("GET /api/v1/projects/" + P, 200, """
                        {"id":"%s","tenant_id":"%s","slug":"v","name":"V","state":"active",
                         "created_at":"2026-01-01T00:00:00Z"}""".formatted(P, T));
        assertThat(shell.type("projects list")).as(shell.said()).isZero();
        assertThat(lastRequest()).contains(T);
    }

    @Test
    void aCallerWithSeveralTenantsIsToldHowToNameOne() {
        server.answers("GET /api/v1/me", 200, ME.formatted("""
                {"role":"tenant_owner","tenant_id":"%s","permissions":[]},
                {"role":"tenant_owner","tenant_id":"%s","permissions":[]}""".formatted(T, OTHER)));
        assertThat(shell.type("projects list")).isEqualTo(2);
        assertThat(shell.said()).contains("gpuaas profiles set --tenant").hasLineCount(1);
    }
}
