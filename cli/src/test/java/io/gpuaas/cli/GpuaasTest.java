package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GpuaasTest extends SignedInShell {

    private static final String ID = "0198c0de-0000-7000-8000-000000000001";
    private static final String TENANT =
            "{\"id\":\"%s\",\"slug\":\"acme\",\"name\":\"Acme\",\"state\":\"active\",\"created_at\":\"2026-01-02T03:04:05Z\"}"
                    .formatted(ID);
    private static final String POLICY = """
            {"key":"a.b","type":"integer","value":"7","source":"tenant","default_value":"5","unit":"seconds",
             "scopes":["tenant"],"description":"How long."}""";
    private static final String DEAD_LETTER = """
            {"id":"%s","stage":"publish","event_id":"%1$s","event_type":"identity.tenant_created",
             "aggregate_type":"tenant","aggregate_id":"t-1","sequence":3,"state":"exhausted","attempts":9,
             "error":"boom","dead_since":"2026-01-02T03:04:05Z","correlation_id":"c-9","payload":"{}"}""".formatted(ID);

    @Test
    void showsWhoTheCallerIs() {
        server.answers("GET /api/v1/me", 200, """
                {"principal_id":"p-1","kind":"user","display_name":"Ada",
                 "grants":[{"role":"operator","permissions":["tenants.read"]}]}""");

        assertThat(run("me")).isZero();
        assertThat(printed())
                .contains("PRINCIPAL ID  p-1")
                .contains("DISPLAY NAME  Ada")
                .contains("operator")
                .doesNotContain("tenants.read");
        assertThat(server.received().getFirst().token()).isEqualTo("Bearer secret");
    }

    @Test
    void listsInColumns() {
        server.answers("GET /api/v1/tenants?limit=100", 200, "{\"items\":[" + TENANT + "]}");

        assertThat(run("tenants", "list")).isZero();
        assertThat(printed().lines())
                .containsExactly(
                        "ID                                    SLUG  NAME  CREATED AT",
                        ID + "  acme  Acme  2026-01-02T03:04:05Z");
    }

    /** The JVM would wait for it at the end of the command, for longer than the command takes. */
    @Test
    void aCommandLeavesNoThreadThatHearsTheNetwork() {
        server.answers("GET /api/v1/tenants?limit=100", 200, "{\"items\":[]}");
        Set<Thread> before = Thread.getAllStackTraces().keySet();

        assertThat(run("tenants", "list")).isZero();

        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> !before.contains(thread))
                .extracting(Thread::getName)
                .noneMatch(name -> name.contains("SelectorManager"));
    }

    @Test
    void listsAsJson() {
        server.answers("GET /api/v1/tenants?limit=100", 200, "{\"items\":[" + TENANT + "," + TENANT + "]}");

        assertThat(run("tenants", "list", "--output", "json")).isZero();
        assertThat(printed()).isEqualTo("[\n  " + TENANT + ",\n  " + TENANT + "\n]\n");
    }

    @Test
    void listsNothingAsAnEmptyArray() {
        server.answers("GET /api/v1/tenants?limit=100", 200, "{\"items\":[]}");

        assertThat(run("-o", "json", "tenants", "list")).isZero();
        assertThat(printed()).isEqualTo("[]\n");
    }

    @Test
    void saysWhenThereIsMore() {
        server.answers("GET /api/v1/tenants?limit=1", 200, "{\"items\":[" + TENANT + "],\"next_cursor\":\"c\"}")
                .answers("GET /api/v1/tenants?cursor=c&limit=1", 200, "{\"items\":[" + TENANT + "]}");

        assertThat(run("tenants", "list", "--limit", "1")).isZero();
        assertThat(printed().lines()).hasSize(2);
        assertThat(shell.said()).contains("More items exist");
    }

    @Test
    void showsAllPages() {
        server.answers("GET /api/v1/tenants?limit=200", 200, "{\"items\":[" + TENANT + "],\"next_cursor\":\"c\"}")
                .answers("GET /api/v1/tenants?cursor=c&limit=200", 200, "{\"items\":[" + TENANT + "]}");

        assertThat(run("tenants", "list", "--all")).isZero();
        assertThat(printed().lines()).hasSize(3);
    }

    @Test
    void createsATenantUnderTheGivenKey() {
        server.answers("POST /api/v1/tenants", 201, TENANT);

        assertThat(run("tenants", "create", "acme", "--name", "Acme", "--idempotency-key", "k-1"))
                .isZero();
        assertThat(server.received().getFirst().key()).isEqualTo("k-1");
        assertThat(server.received().getFirst().body()).isEqualTo("{\"slug\":\"acme\",\"name\":\"Acme\"}");
    }

    @Test
    void createsAndShowsProjects() {
        String project = TENANT.replace("\"slug\"", "\"tenant_id\":\"" + ID + "\",\"slug\"");
        server.answers("POST /api/v1/tenants/" + ID + "/projects", 201, project)
                .answers("GET /api/v1/tenants/" + ID + "/projects?limit=100", 200, "{\"items\":[" + project + "]}")
                .answers("GET /api/v1/projects/" + ID, 200, project);

        assertThat(run("projects", "create", "acme", "--name", "Acme", "--tenant", ID))
                .isZero();
        assertThat(run("projects", "list", "--tenant", ID)).isZero();
        assertThat(run("projects", "show", ID)).isZero();
        assertThat(printed()).contains("TENANT ID   " + ID);
    }

    @Test
    void setsAndClearsPoliciesWhereTold() {
        server.answers("PUT /api/v1/policies/a.b", 200, POLICY)
                .answers("PUT /api/v1/tenants/" + ID + "/policies/a.b", 200, POLICY)
                .answers("DELETE /api/v1/projects/" + ID + "/policies/a.b", 200, POLICY)
                .answers("GET /api/v1/tenants/" + ID + "/policies", 200, "{\"items\":[" + POLICY + "]}");

        assertThat(run("policies", "set", "a.b", "7")).isZero();
        assertThat(run("policies", "set", "a.b", "7", "--tenant", ID, "--reason", "a test"))
                .isZero();
        assertThat(run("policies", "clear", "a.b", "--project", ID)).isZero();
        assertThat(run("policies", "list", "--tenant", ID)).isZero();
        assertThat(server.received().get(1).body()).isEqualTo("{\"value\":\"7\",\"reason\":\"a test\"}");
        assertThat(printed()).contains("a.b  7      seconds  tenant");
    }

    @Test
    void aPolicyHoldsInOnePlace() {
        assertThat(run("policies", "list", "--tenant", ID, "--project", ID)).isEqualTo(2);
        assertThat(server.received()).isEmpty();
    }

    @Test
    void searchesTheAuditTrail() {
        String event = """
                {"id":1,"occurred_at":"2026-01-02T03:04:05Z","actor_id":"p-1","actor_kind":"user",
                 "action":"tenant.create","outcome":"refused","correlation_id":"c-7","sealed":false}""";
        server.answers(
                        "GET /api/v1/audit-events?from=2026-01-01T00%3A00%3A00Z&limit=100&outcome=refused",
                        200, "{\"items\":[" + event + "]}")
                .answers(
                        "GET /api/v1/tenants/" + ID + "/audit-events?action=a&limit=100",
                        200,
                        "{\"items\":[" + event.replace("\"p-1\"", "\"p-1\",\"actor_name\":\"Ada\"") + "]}");

        assertThat(run("audit", "list", "--outcome", "refused", "--from", "2026-01-01T00:00:00Z"))
                .isZero();
        assertThat(printed()).contains("p-1    tenant.create  -       refused  -           c-7");
        assertThat(run("audit", "list", "--tenant", ID, "--action", "a")).isZero();
        assertThat(printed()).contains("Ada    tenant.create");
    }

    @Test
    void exportsToStandardOutputOrToANewFile() throws IOException {
        server.answers("GET /api/v1/audit-events/export?format=csv", 200, "id,action\n1,ü\n");

        assertThat(run("audit", "export", "--format", "csv")).isZero();
        assertThat(printed()).isEqualTo("id,action\n1,ü\n");
        assertThat(run("audit", "export", "--format", "csv", "--file", "out.csv"))
                .isZero();
        assertThat(folder.resolve("out.csv")).hasContent("id,action\n1,ü\n");
        assertThat(run("audit", "export", "--format", "csv", "--file", "out.csv"))
                .isOne();
    }

    @Test
    void exportsTheTrailOfATenantOrOfAProjectInIt() {
        String export = "GET /api/v1/tenants/" + ID + "/audit-events/export?format=jsonl";
        server.answers(export + "&from=2026-01-01T00%3A00%3A00Z", 200, "{\"id\":1}\n")
                .answers(export + "&project_id=" + ID, 200, "{\"id\":2}\n")
                .answers("GET /api/v1/projects/" + ID, 200, """
                        {"id":"%1$s","tenant_id":"%1$s","slug":"s","name":"N","created_at":"2026-01-01T00:00:00Z"}""".formatted(ID));

        assertThat(run("audit", "export", "--format", "jsonl", "--tenant", ID, "--from", "2026-01-01T00:00:00Z"))
                .isZero();
        assertThat(printed()).isEqualTo("{\"id\":1}\n");
        assertThat(run("audit", "export", "--format", "jsonl", "--project", ID)).isZero();
        assertThat(printed()).isEqualTo("{\"id\":2}\n");
        assertThat(run("audit", "export", "--format", "jsonl", "--project", ID, "--tenant", ID))
                .isZero();
    }

    @Test
    void verifyFailsWhenTamperedWith() {
        server.answers("POST /api/v1/audit-events/verify", 200, """
                {"intact":false,"seals_checked":4,"rows_checked":9,"rows_unsealed":0,"first_bad_row":7}""");

        assertThat(run("audit", "verify")).isOne();
        assertThat(printed()).contains("FIRST BAD ROW  7");

        server.answers("POST /api/v1/audit-events/verify", 200, """
                {"intact":true,"seals_checked":4,"rows_checked":9,"rows_unsealed":0}""");
        assertThat(run("audit", "verify")).isZero();
    }

    @Test
    void dealsWithDeadLetters() {
        server.answers("GET /api/v1/dead-letters?limit=100&stage=publish", 200, "{\"items\":[" + DEAD_LETTER + "]}")
                .answers("GET /api/v1/dead-letters/" + ID, 200, DEAD_LETTER)
                .answers("POST /api/v1/dead-letters/" + ID + "/replay", 202, DEAD_LETTER)
                .answers("POST /api/v1/dead-letters/" + ID + "/discard", 202, DEAD_LETTER);

        assertThat(run("dead-letters", "list", "--stage", "publish")).isZero();
        assertThat(run("dead-letters", "show", ID)).isZero();
        assertThat(run("dead-letters", "replay", ID)).isZero();
        assertThat(run("dead-letters", "discard", ID, "--reason", "gone", "--yes"))
                .isZero();
        assertThat(server.received().getLast().body()).isEqualTo("{\"reason\":\"gone\"}");
        assertThat(run("dead-letters", "discard", ID)).isEqualTo(2);
    }

    @Test
    void showsWhatARequestLedTo() {
        server.answers("GET /api/v1/traces/" + ID, 200, """
                {"correlation_id":"c","truncated":true,"events_included":true,"entries":[
                {"at":"2026-01-01T00:00:00Z","kind":"audit","name":"tenant.create","state":"succeeded",
                 "actor_id":"p-1","actor_name":"Ada"}]}""");

        assertThat(run("traces", "show", ID)).isZero();
        assertThat(printed()).contains("tenant.create").contains("succeeded").contains("Ada");
        assertThat(shell.said()).contains("only part of it is shown");
    }

    @Test
    void showsWhatARequestLedToInOnesOwnProject() {
        server.answers("GET /api/v1/projects/" + ID + "/traces/c-12345678", 200, """
                {"correlation_id":"c-12345678","truncated":false,"events_included":true,"entries":[
                {"at":"2026-01-01T00:00:00Z","kind":"task","name":"gpu.prove","state":"failed"}]}""");

        assertThat(run("traces", "show", "c-12345678", "--project", ID)).isZero();
        assertThat(printed()).contains("gpu.prove").contains("failed");
        assertThat(run("traces", "show", "c-12345678", "--project", ID, "--tenant", ID))
                .isEqualTo(2);
    }

    @Test
    void explainsErrorsWithoutAToken() {
        shell.unset("GPUAAS_TOKEN");
        String error =
                "{\"code\":\"conflict\",\"status\":409,\"blame\":\"user\",\"title\":\"T\",\"explanation\":\"E\"}";
        server.answers("GET /api/v1/errors", 200, "{\"items\":[" + error + "]}")
                .answers("GET /api/v1/errors/conflict", 200, error);

        assertThat(run("errors")).isZero();
        assertThat(run("errors", "conflict")).isZero();
        assertThat(printed()).contains("EXPLANATION  E");
    }

    @Test
    void aRefusalIsOneSentenceThatCannotSteerTheTerminal() {
        server.refuses("POST /api/v1/tenants", 409, "slug_taken");

        assertThat(run("tenants", "create", "acme", "--name", "Acme")).isOne();
        assertThat(shell.said()).isEqualTo("gpuaas: No: not like this?[31m (slug_taken, correlation id c-1)\n");
        assertThat(printed()).isEmpty();
    }

    @Test
    void noAnswerIsThree() {
        server.close();

        assertThat(run("me")).isEqualTo(3);
        assertThat(shell.said())
                .startsWith("gpuaas: No answer from " + server.url())
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "unknown",
                "tenants",
                "tenants show",
                "tenants show not-an-id",
                "tenants list --limit 0",
                "tenants list --output xml",
                "audit list --outcome unrecognized",
                "audit list --from yesterday",
                "me --server localhost:8080",
                "me --token secret",
            })
    void wrongUsageIsTwo(String line) {
        assertThat(run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
        assertThat(shell.said()).isNotEmpty().doesNotContain("Exception");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void aWrongVariableIsNamed() {
        for (String variable : List.of("GPUAAS_SERVER", "GPUAAS_PROJECT")) {
            Shell other = new Shell(folder)
                    .set("GPUAAS_SERVER", server.url())
                    .set("GPUAAS_TOKEN", "t")
                    .set(variable, "no such");
            assertThat(other.type("allocations list")).isEqualTo(2);
            assertThat(other.said())
                    .startsWith("gpuaas: 'no such' in " + variable + " is not a")
                    .hasLineCount(1);
        }
    }

    @Test
    void anyFailureIsReportedAsOneSentenceEvenAnUnexpectedOne() {
        String allocation = "/api/v1/projects/" + ID + "/allocations/" + ID;
        server.answers("GET " + allocation, 200, "{}").answers("GET /api/v1/audit-events/export?format=csv", 200, "id");
        for (String line : List.of(
                "ssh --project " + ID + " " + ID,
                "allocations show --project " + ID + " " + ID,
                "cp no-such-file " + ID + ":there --project " + ID,
                "audit export --format csv --file " + folder)) {
            assertThat(shell.type(line)).as(line).isOne();
            assertThat(shell.said())
                    .as(line)
                    .startsWith("gpuaas: ")
                    .hasLineCount(1)
                    .doesNotContain("\tat ");
        }
        assertThat(shell.said()).contains(folder + " already exists");
    }

    @Test
    void findsServerAndTokenOfTheInstallationInTheFolder() throws IOException {
        shell.unset("GPUAAS_TOKEN").unset("GPUAAS_SERVER");
        writeInstallation();
        server.answers("GET /api/v1/tenants/" + ID, 200, TENANT);

        assertThat(run("tenants", "show", ID)).isZero();
        assertThat(server.received().getFirst().token()).isEqualTo("Bearer local-token");
    }

    @Test
    void doesNotShowTheLocalTokenToAnotherServer() throws IOException {
        shell.unset("GPUAAS_TOKEN").unset("GPUAAS_SERVER");
        writeInstallation();

        assertThat(run("me", "--server", server.url().replace("127.0.0.1", "localhost")))
                .isEqualTo(2);
        assertThat(shell.said()).contains("Sign in with gpuaas login, or set GPUAAS_TOKEN");
        assertThat(server.received()).isEmpty();
    }

    private void writeInstallation() throws IOException {
        Path data = Files.createDirectory(folder.resolve(".gpuaas"));
        Files.writeString(data.resolve("server-url"), server.url() + "\n");
        Files.writeString(data.resolve("first-login"), "user: operator\ntoken: local-token\n");
    }

    private int run(String... arguments) {
        return shell.run(arguments);
    }

    private String printed() {
        return shell.printed();
    }
}
