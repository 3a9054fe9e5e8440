package io.gpuaas.cli.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.SignedInShell;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members, invitations, machines and keys. */
class VerbsTest extends SignedInShell {

    private static final String T = "0198c0de-0000-7000-8000-000000000001";
    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final String ID = "0198c0de-0000-7000-8000-000000000003";
    private static final String KEY = "0198c0de-0000-7000-8000-000000000004";
    private static final String MEMBER =
            "{\"principal_id\":\"%s\",\"kind\":\"user\",\"display_name\":\"Ada\",\"role\":\"tenant_admin\"}"
                    .formatted(ID);
    private static final String INVITATION = """
            {"id":"%s","tenant_id":"%s","email":"ada@example.com","role":"tenant_admin","state":"open",
             "created_at":"2026-01-02T03:04:05Z","expires_at":"2026-01-09T03:04:05Z"}""".formatted(ID, T);
    private static final String ACCOUNT = """
            {"id":"%s","project_id":"%s","name":"ci","scopes":["projects.read"],"disabled":false,
             "created_at":"2026-01-02T03:04:05Z",
             "keys":[{"id":"%s","kind":"secret","created_at":"2026-01-02T03:04:05Z"}]}""".formatted(ID, P, KEY);
    private static final String NEW_KEY = """
            {"key":{"id":"%s","kind":"secret","created_at":"2026-01-02T03:04:05Z"},"secret":"gpuaas_sk_x"}""".formatted(KEY);
    private static final String TOKEN = """
            {"id":"%s","name":"backup","created_at":"2026-01-02T03:04:05Z","expires_at":"2026-02-01T03:04:05Z"}""".formatted(ID);
    private static final String SSH_KEY = """
            {"id":"%s","name":"laptop","type":"ssh-ed25519","bits":256,"fingerprint":"SHA256:x","comment":"",
             "public_key":"ssh-ed25519 AAAA","created_at":"2026-01-02T03:04:05Z"}""".formatted(ID);

    private String lastBody() {
        return server.received().getLast().body();
    }

    @Test
    void membersOfTenantsAndProjects() {
        server.answers("GET /api/v1/tenants/" + T + "/members?limit=100", 200, "{\"items\":[" + MEMBER + "]}")
                .answers("GET /api/v1/projects/" + P + "/members?limit=100", 200, "{\"items\":[]}")
                .answers("PUT /api/v1/tenants/" + T + "/members/" + ID, 200, MEMBER)
                .answers("PUT /api/v1/projects/" + P + "/members/" + ID, 200, MEMBER)
                .answers("DELETE /api/v1/tenants/" + T + "/members/" + ID, 200, MEMBER)
                .answers("DELETE /api/v1/projects/" + P + "/members/" + ID, 200, MEMBER);

        assertThat(shell.type("members list --tenant " + T)).isZero();
        assertThat(shell.printed()).contains("Ada").contains("tenant_admin");
        assertThat(shell.type("members list --project " + P)).isZero();
        assertThat(shell.type("members set " + ID + " --role tenant_admin --tenant " + T))
                .isZero();
        assertThat(lastBody()).isEqualTo("{\"role\":\"tenant_admin\"}");
        assertThat(shell.type("members set " + ID + " --role project_viewer --project " + P))
                .isZero();
        assertThat(lastBody()).isEqualTo("{\"role\":\"project_viewer\"}");
        assertThat(shell.type("members remove " + ID + " --yes --tenant " + T)).isZero();
        assertThat(shell.type("members remove " + ID + " --yes --project " + P)).isZero();
    }

    @Test
    void operatorsListTheAllocationsOfOneTenantOrProject() {
        server.answers("GET /api/v1/allocations?limit=100&state=active&tenant_id=" + ID, 200, "{\"items\":[]}")
                .answers("GET /api/v1/allocations?limit=100&project_id=" + ID, 200, "{\"items\":[]}");
        assertThat(shell.type("allocations all list --state active --tenant " + ID))
                .as(shell.said())
                .isZero();
        assertThat(shell.type("allocations all list --project " + ID))
                .as(shell.said())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "members list",
                "members set " + ID + " --role tenant_admin --project " + P,
                "members set " + ID + " --role root --tenant " + T,
                "invitations create ada@example.com --role project_admin --tenant " + T,
                "tokens create --name n",
                "tokens create --name n --days 3 --expires-at 2026-01-02T03:04:05Z",
                "service-accounts update " + ID + " --project " + P,
                "service-accounts update " + ID + " --disable --enable --project " + P,
                "service-accounts mint-token --key " + KEY + " --service-account " + ID,
                "ssh-keys add missing.pub --name n",
                "invitations accept",
                "login --token secret-in-an-argument",
                "login --token - --device",
                "me --profile ../../etc/passwd",
            })
    void wrongUsageIsTwoAndSendsNothing(String line) {
        assertThat(shell.type(line)).as(shell.said()).isEqualTo(2);
        assertThat(shell.said()).isNotEmpty().doesNotContain("Exception").doesNotContain("secret-in-an-argument");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void invitations() {
        server.answers("GET /api/v1/tenants/" + T + "/invitations?limit=100", 200, "{\"items\":[" + INVITATION + "]}")
                .answers("POST /api/v1/tenants/" + T + "/invitations", 201, INVITATION)
                .answers("DELETE /api/v1/tenants/" + T + "/invitations/" + ID, 200, INVITATION)
                .answers("POST /api/v1/invitations/accept", 200, "{\"role\":\"tenant_admin\",\"permissions\":[]}")
                .answers("POST /api/v1/invitations/decline", 200, INVITATION);

        assertThat(shell.type("invitations list --tenant " + T)).isZero();
        assertThat(shell.printed()).contains("ada@example.com");
        assertThat(shell.type("invitations create ada@example.com --role tenant_admin --tenant " + T))
                .isZero();
        assertThat(lastBody()).isEqualTo("{\"email\":\"ada@example.com\",\"tenant_role\":\"tenant_admin\"}");
        assertThat(shell.type(
                        "invitations create bob@example.com --role project_member --tenant " + T + " --project " + P))
                .isZero();
        assertThat(lastBody()).contains(P).contains("\"project_role\":\"project_member\"");
        assertThat(shell.type("invitations revoke " + ID + " --yes --tenant " + T))
                .isZero();
        shell.piping(" the-token\n");
        assertThat(shell.type("invitations accept")).isZero();
        assertThat(lastBody()).isEqualTo("{\"token\":\"the-token\"}");
        assertThat(shell.type("invitations decline")).isZero();
    }

    @Test
    void serviceAccounts() {
        String accounts = "/api/v1/projects/" + P + "/service-accounts";
        server.answers("GET " + accounts + "?limit=100", 200, "{\"items\":[" + ACCOUNT + "]}")
                .answers("POST " + accounts, 201, ACCOUNT)
                .answers("GET " + accounts + "/" + ID, 200, ACCOUNT)
                .answers("PUT " + accounts + "/" + ID, 200, ACCOUNT)
                .answers("DELETE " + accounts + "/" + ID, 200, ACCOUNT);

        assertThat(shell.type("service-accounts list --project " + P)).isZero();
        assertThat(shell.type("service-accounts create ci --scope a.b --scope c.d --project " + P))
                .isZero();
        assertThat(lastBody()).isEqualTo("{\"name\":\"ci\",\"scopes\":[\"a.b\",\"c.d\"]}");
        assertThat(shell.type("service-accounts show " + ID + " --project " + P))
                .isZero();
        assertThat(shell.printed())
                .contains("NAME        ci")
                .contains("\nKEYS\n")
                .contains(KEY);
        assertThat(shell.type("service-accounts update " + ID + " --disable --project " + P))
                .isZero();
        assertThat(lastBody())
                .as("what was not named stays")
                .isEqualTo("{\"name\":\"ci\",\"scopes\":[\"projects.read\"],\"disabled\":true}");
        assertThat(shell.type("service-accounts update " + ID + " --scope x.y --project " + P))
                .isZero();
        assertThat(lastBody()).isEqualTo("{\"name\":\"ci\",\"scopes\":[\"x.y\"],\"disabled\":false}");
        assertThat(shell.type("service-accounts delete " + ID + " --yes --project " + P))
                .isZero();
    }

    @Test
    void keysOfServiceAccounts() throws IOException {
        String account = "/api/v1/projects/" + P + "/service-accounts/" + ID;
        server.answers("GET " + account, 200, ACCOUNT)
                .answers("POST " + account + "/keys", 201, NEW_KEY)
                .answers(
                        "DELETE " + account + "/keys/" + KEY,
                        200,
                        "{\"id\":\"%s\",\"kind\":\"secret\",\"created_at\":\"2026-01-02T03:04:05Z\"}".formatted(KEY));
        Files.writeString(folder.resolve("public.pem"), "-----BEGIN PUBLIC KEY-----\nAA\n-----END PUBLIC KEY-----\n");
        Files.writeString(folder.resolve("private.pem"), "-----BEGIN EC PRIVATE KEY-----\nAA\n");

        assertThat(shell.type("service-accounts keys list " + ID + " --project " + P))
                .isZero();
        assertThat(shell.type("service-accounts keys create " + ID + " --project " + P))
                .isZero();
        assertThat(lastBody()).isEqualTo("{\"kind\":\"secret\"}");
        assertThat(shell.printed()).contains("SECRET").contains("gpuaas_sk_x");
        assertThat(shell.said()).contains("shown only once");
        assertThat(shell.type("service-accounts keys create " + ID + " --public-key public.pem --project " + P))
                .isZero();
        assertThat(lastBody()).contains("\"kind\":\"public_key\"").contains("BEGIN PUBLIC KEY");
        int before = server.received().size();
        assertThat(shell.type("service-accounts keys create " + ID + " --public-key private.pem --project " + P))
                .isEqualTo(2);
        assertThat(server.received()).as("a private key is not sent").hasSize(before);
        assertThat(shell.type("service-accounts keys rotate " + ID + " " + KEY + " --project " + P))
                .isZero();
        assertThat(shell.said()).contains("keys revoke " + ID + " " + KEY);
        assertThat(shell.type("service-accounts keys revoke " + ID + " " + KEY + " --yes --project " + P))
                .isZero();
    }

    @Test
    void mintsWithASecretFromStandardInput() {
        server.answers("POST /api/v1/token", 200, """
                {"access_token":"gpuaas_mt_1","token_type":"Bearer","expires_in":900}""");

        shell.unset("GPUAAS_TOKEN").piping("gpuaas_sk_x\n");
        assertThat(shell.type("service-accounts mint-token --token-only --key " + KEY))
                .isZero();
        assertThat(lastBody()).isEqualTo("{\"key_id\":\"%s\",\"secret\":\"gpuaas_sk_x\"}".formatted(KEY));
        assertThat(shell.printed()).isEqualTo("gpuaas_mt_1\n");
        assertThat(server.received().getFirst().token()).isEqualTo("null");
    }

    @Test
    void personalAccessTokens() {
        server.answers("POST /api/v1/me/tokens", 201, "{\"token\":" + TOKEN + ",\"secret\":\"gpuaas_pat_x\"}")
                .answers("GET /api/v1/me/tokens?limit=100", 200, "{\"items\":[" + TOKEN + "]}")
                .answers("DELETE /api/v1/me/tokens/" + ID, 200, TOKEN);

        shell.at(Clock.fixed(Instant.parse("2026-01-02T00:00:00Z"), ZoneOffset.UTC));
        assertThat(shell.type("tokens create --name backup --days 30 --scope a.b"))
                .isZero();
        assertThat(lastBody())
                .isEqualTo("{\"name\":\"backup\",\"scopes\":[\"a.b\"],\"expires_at\":\"2026-02-01T00:00:00Z\"}");
        assertThat(shell.printed()).contains("TOKEN ID").contains("gpuaas_pat_x");
        assertThat(shell.type("tokens list")).isZero();
        assertThat(shell.type("tokens revoke " + ID + " --yes")).isZero();
    }

    @Test
    void aRepeatedAnswerWithoutItsSecretSaysSo() {
        server.answers("POST /api/v1/me/tokens", 201, "{\"token\":" + TOKEN + "}");

        assertThat(shell.type("tokens create --name backup --days 30")).isZero();
        assertThat(shell.said()).contains("is not shown again");
    }

    @Test
    void sshKeysFromAFileAndFromStandardInput() throws IOException {
        server.answers("POST /api/v1/me/ssh-keys", 201, SSH_KEY)
                .answers("GET /api/v1/me/ssh-keys?limit=100", 200, "{\"items\":[" + SSH_KEY + "]}")
                .answers("GET /api/v1/me/ssh-keys/" + ID, 200, SSH_KEY)
                .answers("PUT /api/v1/me/ssh-keys/" + ID, 200, SSH_KEY)
                .answers("DELETE /api/v1/me/ssh-keys/" + ID, 200, SSH_KEY);
        Files.writeString(folder.resolve("id.pub"), "ssh-ed25519 AAAA me@laptop\n");

        assertThat(shell.type("ssh-keys add id.pub --name laptop")).isZero();
        assertThat(lastBody()).isEqualTo("{\"name\":\"laptop\",\"public_key\":\"ssh-ed25519 AAAA me@laptop\"}");
        shell.piping("ssh-ed25519 BBBB\n");
        assertThat(shell.type("ssh-keys add - --name agent")).isZero();
        assertThat(lastBody()).contains("ssh-ed25519 BBBB");
        shell.piping("-----BEGIN OPENSSH PRIVATE KEY-----\n");
        assertThat(shell.type("ssh-keys add - --name oops")).isEqualTo(2);
        assertThat(server.bodiesOf("POST /api/v1/me/ssh-keys")).hasSize(2);
        assertThat(shell.type("ssh-keys list")).isZero();
        assertThat(shell.type("ssh-keys show " + ID)).isZero();
        assertThat(shell.type("ssh-keys rename " + ID + " --name old")).isZero();
        assertThat(shell.type("ssh-keys remove " + ID + " --yes")).isZero();
    }

    @Test
    void revokesAPrincipalAndShowsMailAndPermissions() {
        server.answers("POST /api/v1/principals/" + ID + "/revoke", 200, """
                        {"principal_id":"%s","revoked_before":"2026-01-02T03:04:05Z"}""".formatted(ID))
                .answers("GET /api/v1/mail?limit=100", 200, """
                        {"items":[{"id":1,"to":"a@b","subject":"Hello","body":"B","written_at":"2026-01-02T03:04:05Z"}]}""")
                .answers("GET /api/v1/me", 200, """
                        {"principal_id":"p-1","kind":"user","display_name":"Ada","grants":[
                         {"role":"tenant_admin","tenant_id":"%s","permissions":["projects.read","projects.create"]},
                         {"role":"operator","permissions":["tenants.read"]}]}""".formatted(T));

        assertThat(shell.type("principals revoke " + ID + " --reason stolen --yes"))
                .isZero();
        assertThat(lastBody()).isEqualTo("{\"reason\":\"stolen\"}");
        assertThat(shell.type("mail list")).isZero();
        assertThat(shell.printed()).contains("Hello");
        assertThat(shell.type("permissions")).isZero();
        assertThat(shell.printed().lines()).hasSize(4);
        assertThat(shell.type("permissions --tenant " + T)).isZero();
        assertThat(shell.printed())
                .contains("projects.create")
                .contains("tenant_admin")
                .doesNotContain("operator");
    }

    @Test
    void tenantsAndProjectsChangeAndEnd() {
        String tenant =
                "{\"id\":\"%s\",\"slug\":\"a\",\"name\":\"A\",\"state\":\"active\",\"created_at\":\"2026-01-02T03:04:05Z\"}"
                        .formatted(T);
        String project = tenant.replace("\"slug\"", "\"tenant_id\":\"" + T + "\",\"slug\"");
        server.answers("PUT /api/v1/tenants/" + T, 200, tenant)
                .answers("POST /api/v1/tenants/" + T + "/suspend", 200, tenant)
                .answers("POST /api/v1/tenants/" + T + "/reactivate", 200, tenant)
                .answers("DELETE /api/v1/tenants/" + T, 200, tenant)
                .answers("PUT /api/v1/projects/" + P, 200, project)
                .answers("DELETE /api/v1/projects/" + P, 200, project);

        assertThat(shell.type("tenants update " + T + " --name B")).isZero();
        assertThat(shell.type("tenants suspend " + T + " --reason unpaid --yes"))
                .isZero();
        assertThat(lastBody()).isEqualTo("{\"reason\":\"unpaid\"}");
        assertThat(shell.type("tenants reactivate " + T)).isZero();
        assertThat(shell.type("tenants delete " + T + " --yes")).isZero();
        assertThat(shell.type("projects update " + P + " --name B")).isZero();
        assertThat(shell.type("projects delete " + P + " --yes")).isZero();
    }

    @Test
    void irreversibleCommandsAskForConfirmation() {
        server.answers("DELETE /api/v1/me/ssh-keys/" + ID, 200, SSH_KEY);
        String remove = "ssh-keys remove " + ID;

        assertThat(shell.type(remove)).isOne();
        assertThat(shell.said()).contains("pass --yes").hasLineCount(1);
        assertThat(shell.typing("\n").type(remove)).isOne();
        assertThat(shell.said()).contains("Remove SSH key " + ID + "? [y/N]").contains("nothing was changed.");
        assertThat(server.received()).isEmpty();
        assertThat(shell.typing("y\n").type(remove)).isZero();
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void peopleAndTheirPasswords() {
        String user = """
                {"id":"%s","display_name":"Ada","username":"ada","state":"active","platform_roles":["operator"],
                 "created_at":"2026-01-02T03:04:05Z"}""".formatted(ID);
        String withPassword = "{\"user\":" + user + ",\"secret\":\"abcde-fghjk\"}";
        server.answers("GET /api/v1/users?limit=100", 200, "{\"items\":[" + user + "]}")
                .answers("POST /api/v1/users", 201, withPassword)
                .answers("GET /api/v1/users/" + ID, 200, user)
                .answers("POST /api/v1/users/" + ID + "/disable", 200, user)
                .answers("POST /api/v1/users/" + ID + "/enable", 200, user)
                .answers("POST /api/v1/users/" + ID + "/reset-password", 200, withPassword)
                .answers("PUT /api/v1/users/" + ID + "/platform-roles", 200, user)
                .answers("POST /api/v1/me/password", 200, user)
                .answers("POST /api/v1/invitations/join", 201, user);

        assertThat(shell.type("users list")).isZero();
        assertThat(shell.printed()).contains("ada").contains("operator");
        assertThat(shell.type("users create ada --name Ada")).isZero();
        assertThat(shell.printed()).contains("abcde-fghjk");
        assertThat(lastBody()).isEqualTo("{\"username\":\"ada\",\"display_name\":\"Ada\"}");
        assertThat(shell.type("users show " + ID)).isZero();
        assertThat(shell.type("users disable " + ID + " --reason left --yes")).isZero();
        assertThat(shell.type("users enable " + ID)).isZero();
        assertThat(shell.type("users reset-password " + ID + " --yes")).isZero();
        assertThat(shell.printed()).contains("abcde-fghjk");
        assertThat(shell.type("users set-platform-roles " + ID + " --role operator --role auditor --yes"))
                .isZero();
        assertThat(lastBody()).isEqualTo("{\"roles\":[\"operator\",\"auditor\"]}");
        assertThat(shell.type("users set-platform-roles " + ID + " --role king --yes"))
                .isEqualTo(2);
        assertThat(shell.piping("old one\nnew and longer\n").type("users change-password"))
                .isZero();
        assertThat(lastBody()).isEqualTo("{\"current_password\":\"old one\",\"new_password\":\"new and longer\"}");
        assertThat(shell.piping("only one line").type("users change-password")).isEqualTo(2);
        assertThat(shell.piping("t0ken\na password of mine\n").type("invitations join --name Ada"))
                .isZero();
        assertThat(lastBody())
                .isEqualTo("{\"token\":\"t0ken\",\"display_name\":\"Ada\",\"password\":\"a password of mine\"}");
    }
}
