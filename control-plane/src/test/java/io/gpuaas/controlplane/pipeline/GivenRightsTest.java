package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.GivesRights;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.pipeline.AuthorizationMatrix.Case;
import io.gpuaas.controlplane.pipeline.AuthorizationMatrix.Outcome;
import io.gpuaas.controlplane.pipeline.AuthorizationMatrix.Sample;
import io.gpuaas.testkit.Against;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/**
 * No narrowed credential gains rights (ADR 0021). Operations that give rights are marked in the contract with {@code
 * gives_rights}; each is asked here with a credential that holds only the permission the operation itself needs. An
 * operation that gives rights and is neither marked nor in {@link #UNMARKED} fails the build.
 */
@Against("PostgreSQL")
class GivenRightsTest {

    /** A request to each marked operation that gives more than the permission the operation asks for. */
    private static final Map<String, Sample> GIFTS = new HashMap<>();

    static {
        GIFTS.put("setTenantMember", new Sample("{\"role\":\"tenant_admin\"}", 200));
        GIFTS.put("setProjectMember", new Sample("{\"role\":\"project_admin\"}", 200));
        GIFTS.put("createInvitation", new Sample("{\"email\":\"${email}\",\"tenant_role\":\"tenant_owner\"}", 201));
        GIFTS.put("createServiceAccount", new Sample("{\"name\":\"N\",\"scopes\":[\"allocations.create\"]}", 201));
        GIFTS.put(
                "updateServiceAccount",
                new Sample(
                        "{\"name\":\"N\",\"scopes\":[\"projects.read\",\"terminals.open\"],\"disabled\":false}", 200));
        GIFTS.put("createServiceAccountKey", new Sample("{\"kind\":\"secret\"}", 201));
        GIFTS.put("setPlatformRoles", new Sample("{\"roles\":[\"platform_admin\"]}", 200));
        GIFTS.put("createUser", new Sample("{\"username\":\"${slug}\",\"display_name\":\"N\"}", 201));
        GIFTS.put("createAccessToken", new Sample("{\"name\":\"N\",\"expires_at\":\"${soon}\"}", 201));
        GIFTS.put("addSshKey", new Sample("{\"name\":\"N\",\"public_key\":\"${ssh_key}\"}", 201));
        // Nothing is at hand to enable, to reset, to remove or to accept; past the rule each gets its usual answer.
        for (String id :
                List.of("enableUser", "resetPassword", "removeSecondFactors", "changePassword", "acceptInvitation")) {
            GIFTS.put(id, Objects.requireNonNull(AuthorizationCoverageTest.SAMPLES.get(id)));
        }
        for (String id : List.of("setPolicy", "setTenantPolicy", "setProjectPolicy")) {
            GIFTS.put(id, new Sample("{\"value\":\"always\"}", 200));
        }
        for (String id : List.of("clearPolicy", "clearTenantPolicy", "clearProjectPolicy")) {
            GIFTS.put(id, new Sample(null, 200));
        }
        GIFTS.put("mintToken", new Sample("{\"key_id\":\"${key}\",\"secret\":\"wrong\"}", 401));
        GIFTS.put(
                "joinByInvitation",
                new Sample("{\"token\":\"wrong\",\"display_name\":\"N\",\"password\":\"long enough for it\"}", 404));
    }

    private static final String TAKES = "takes rights away";
    private static final String ADMITS_MACHINES =
            "the secret admits a host or a gateway, which is what the permission is";
    private static final String ONE_STREAM =
            "the token opens one stream for the caller, which is what the permission is";

    /** Operations that look as if they gave rights and are not marked, with the reason. */
    private static final Map<String, String> UNMARKED = Map.ofEntries(
            Map.entry("removeTenantMember", TAKES),
            Map.entry("removeProjectMember", TAKES),
            Map.entry("revokeInvitation", TAKES),
            Map.entry("declineInvitation", TAKES),
            Map.entry("deleteServiceAccount", TAKES),
            Map.entry("revokeServiceAccountKey", TAKES),
            Map.entry("revokeAccess", TAKES),
            Map.entry("disableUser", TAKES),
            Map.entry("revokeAccessToken", TAKES),
            Map.entry("removeSshKey", TAKES),
            Map.entry("closeLogStream", TAKES),
            Map.entry("renameSshKey", "changes a name and needs a whole person all the same"),
            Map.entry("createNode", ADMITS_MACHINES),
            Map.entry("createJoinTokens", ADMITS_MACHINES),
            Map.entry("createGateway", ADMITS_MACHINES),
            Map.entry("createLogStream", ONE_STREAM),
            Map.entry("openTerminal", ONE_STREAM),
            Map.entry("attachTerminal", ONE_STREAM),
            Map.entry("joinTerminal", ONE_STREAM),
            Map.entry("takeOverTerminal", ONE_STREAM),
            Map.entry("startFileTransfer", ONE_STREAM),
            Map.entry("openSshConnection", ONE_STREAM),
            Map.entry("startCommand", ONE_STREAM),
            Map.entry("attachCommand", ONE_STREAM),
            Map.entry("setProjectEntitlement", "names roles that may use an app; nobody gets a role"),
            Map.entry("removeProjectEntitlement", TAKES),
            Map.entry("createPublishIntent", "the secret pushes to one repository, which is what the permission is"),
            Map.entry("cancelPublishIntent", TAKES),
            Map.entry("addPublisherKey", "the key signs artifacts of one publisher, which is what the permission is"),
            Map.entry(
                    "confirmPublisherKey", "the key signs artifacts of one publisher, which is what the permission is"),
            Map.entry("retirePublisherKey", TAKES),
            Map.entry("addPlatformKey", "the key signs artifacts, which is what the permission is about"),
            Map.entry("confirmPlatformKey", "the key signs artifacts, which is what the permission is about"),
            Map.entry("retirePlatformKey", TAKES),
            Map.entry("revokePlatformKey", TAKES),
            Map.entry("revokePublisherKey", TAKES));

    /** Permissions that are about rights: everything they allow to change is looked at. */
    private static final Set<String> ABOUT_RIGHTS = Set.of(
            "members.manage",
            "project_members.manage",
            "service_accounts.manage",
            "users.manage",
            "principals.revoke",
            "policies.write");

    /** Fields of a request or answer that are about rights. */
    private static final Set<String> FIELDS_ABOUT_RIGHTS = Set.of(
            "role",
            "roles",
            "tenant_role",
            "project_role",
            "platform_roles",
            "scopes",
            "permissions",
            "password",
            "new_password",
            "secret",
            "token",
            "access_token",
            "join_token",
            "public_key");

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    @SuppressWarnings("NullAway.Init")
    private static AuthorizationMatrix matrix;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(Map.of());
        matrix = new AuthorizationMatrix(plane, AuthorizationCoverageTest.SAMPLES);
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static Stream<Case> marked() {
        return AuthorizationMatrix.cases().stream().filter(one -> one.givesRights() != GivesRights.NONE);
    }

    private static Sample gift(Case one) {
        return Objects.requireNonNull(GIFTS.get(one.id()), one.id());
    }

    @Test
    void everyMarkedOperationHasAGiftHere() {
        assertThat(GIFTS.keySet()).isEqualTo(marked().map(Case::id).collect(Collectors.toSet()));
    }

    @Test
    void anOperationThatLooksAsIfItGaveRightsIsMarkedOrSaysWhyNot() {
        Set<String> undecided = new TreeSet<>();
        for (Case one : AuthorizationMatrix.cases()) {
            boolean decided = one.givesRights() != GivesRights.NONE || UNMARKED.containsKey(one.id());
            if (one.mutates() && !decided && looksAsIfItGaveRights(one)) {
                undecided.add(one.id());
            }
        }
        assertThat(undecided).isEmpty();
        assertThat(marked().map(Case::id)).doesNotContainAnyElementsOf(UNMARKED.keySet());
    }

    private static boolean looksAsIfItGaveRights(Case one) {
        Set<String> fields = new TreeSet<>();
        fields(one.operation().path("requestBody"), fields, new TreeSet<>());
        one.operation()
                .path("responses")
                .propertyStream()
                .filter(response -> response.getKey().startsWith("2"))
                .forEach(response -> fields(response.getValue(), fields, new TreeSet<>()));
        return ABOUT_RIGHTS.contains(one.permission()) || fields.stream().anyMatch(FIELDS_ABOUT_RIGHTS::contains);
    }

    /** The names of all fields below, through references. */
    private static void fields(JsonNode node, Set<String> into, Set<String> seen) {
        String reference = node.path("$ref").asString("");
        if (!reference.isEmpty()) {
            if (seen.add(reference)) {
                fields(AuthorizationMatrix.CONTRACT.at(reference.substring(1)), into, seen);
            }
            return;
        }
        node.path("properties").propertyNames().forEach(into::add);
        node.forEach(child -> fields(child, into, seen));
    }

    @TestFactory
    Stream<DynamicTest> anOperationThatIsNotMarkedGivesNobodyARight() {
        return AuthorizationMatrix.cases().stream()
                .filter(Case::mutates)
                .filter(one -> one.givesRights() == GivesRights.NONE && !UNMARKED.containsKey(one.id()))
                .map(one -> DynamicTest.dynamicTest(one.id(), () -> {
                    Sample sample = Objects.requireNonNull(AuthorizationCoverageTest.SAMPLES.get(one.id()));
                    assertThat(matrix.byAWholePerson(one, sample).gained())
                            .as("mark %s with gives_rights in the contract", one.id())
                            .isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> aNarrowedCredentialGivesNothing() {
        return marked().filter(one -> one.givesRights() != GivesRights.SECRET)
                .map(one -> DynamicTest.dynamicTest(one.id(), () -> {
                    List<String> wrong = new ArrayList<>();
                    matrix.byNarrowedCredentials(one, gift(one)).forEach((who, outcome) -> {
                        if (outcome.reply().status() != 403 || !outcome.gained().isEmpty()) {
                            wrong.add(who + " got " + outcome.reply().status() + " "
                                    + outcome.reply().body() + " and gave " + outcome.gained());
                        }
                    });
                    assertThat(wrong).isEmpty();
                }));
    }

    /** So that the refusals above are about the credential and not about the request. */
    @TestFactory
    Stream<DynamicTest> theSameRequestByAWholePersonIsAnswered() {
        return marked().map(one -> DynamicTest.dynamicTest(one.id(), () -> {
            Outcome outcome = matrix.byAWholePerson(one, gift(one));
            assertThat(outcome.reply().status())
                    .as(outcome.reply().body())
                    .isEqualTo(gift(one).expected());
            if (one.givesRights() == GivesRights.HELD) {
                assertThat(outcome.gained()).isNotEmpty();
            }
            if (one.givesRights() == GivesRights.SECRET) {
                assertThat(outcome.gained()).isEmpty();
            }
        }));
    }

    @TestFactory
    Stream<DynamicTest> everyScopeThereIsMakesNoWholePerson() {
        return marked().filter(
                        one -> one.givesRights() == GivesRights.PERSON || one.givesRights() == GivesRights.POLICY)
                .map(one -> DynamicTest.dynamicTest(one.id(), () -> {
                    Outcome outcome = matrix.byATokenWithEveryScope(one, gift(one));
                    assertThat(outcome.reply().text("code")).isEqualTo("credential_too_narrow");
                    assertThat(outcome.gained()).isEmpty();
                }));
    }
}
