package io.gpuaas.controlplane.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Against("PostgreSQL")
class PolicyTest {

    private static final String KEY = "rate_limit.financial_requests_per_minute";

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();

    private PolicyKey<?> key() {
        return plane.bean(PolicyCatalogue.class).require(KEY);
    }

    private static String policy(Reply list, String key, String field) {
        for (var item : list.json().path("items")) {
            if (item.path("key").asString().equals(key)) {
                return item.path(field).asString();
            }
        }
        throw new AssertionError(key + " is not listed");
    }

    @Test
    void theNearestOverrideWinsAndItsSourceIsTold() {
        String tenant = admin.createTenant();
        String project = admin.createProject(tenant);
        String ofProject = "/api/v1/projects/" + project + "/policies";
        assertThat(policy(admin.get(ofProject), KEY, "source")).isEqualTo("default");
        admin.put("/api/v1/tenants/" + tenant + "/policies/" + KEY, "{\"value\":\"70\",\"reason\":\"contract\"}");
        assertThat(policy(admin.get(ofProject), KEY, "source")).isEqualTo("tenant");
        assertThat(policy(admin.get(ofProject), KEY, "value")).isEqualTo("70");
        Reply set = admin.put(ofProject + "/" + KEY, "{\"value\":\"80\"}");
        assertThat(set.text("value")).isEqualTo("80");
        assertThat(set.text("source")).isEqualTo("project");
        Reply cleared = admin.delete(ofProject + "/" + KEY);
        assertThat(cleared.text("value")).isEqualTo("70");
        assertThat(policy(admin.get("/api/v1/tenants/" + admin.createTenant() + "/policies"), KEY, "source"))
                .isEqualTo("default");
    }

    /** Every policy about rights or money is either among those that are guarded or known to be harmless. */
    private static final Set<String> HARMLESS = Set.of(
            "billing.catch_up_max",
            "billing.currency",
            "billing.hold_minutes",
            "billing.release_pending_before",
            "billing.warn_before",
            "billing.window_seconds",
            "identity.access_tokens_max",
            "identity.invitation_letters_per_day_max",
            "identity.invitation_lifetime",
            "identity.invitations_open_max",
            "identity.service_accounts_max",
            "terminal.detached_max",
            "terminal.idle_max",
            "terminal.lifetime_max",
            "terminal.transfer_megabytes_max",
            "usage.late_max",
            "usage.project_daily_max",
            "usage.tenant_daily_max");

    private static Stream<String> aboutRightsOrMoney() {
        return TestControlPlane.shared().bean(PolicyCatalogue.class).all().stream()
                .map(PolicyKey::name)
                .filter(name -> name.matches("(audit|billing|usage|identity|sign_in|terminal)\\..*"))
                .filter(name -> !HARMLESS.contains(name));
    }

    @ParameterizedTest
    @MethodSource("aboutRightsOrMoney")
    void aNarrowedTokenGivesNeitherRightsNorMoneyByAPolicy(String key) {
        String token = plane.principals()
                .narrowed(
                        plane.principals().personOnPlatform(Role.PLATFORM_ADMIN),
                        List.of("policies.write", "billing.grant"));
        Reply refused = plane.client(token).put("/api/v1/policies/" + key, "{\"value\":\"1\"}");
        assertThat(refused.text("code")).isEqualTo("credential_too_narrow");
    }

    @Test
    void anOperatorWithoutTheRightToGiveMoneyGivesNoneByAPolicy() {
        String tenant = admin.createTenant();
        ApiClient operator =
                plane.client(plane.principals().personOnPlatform(Role.OPERATOR).token());
        for (String key : List.of("billing.free_tier_monthly", "billing.payment_mode", "usage.debt_max")) {
            Reply refused = operator.put(
                    "/api/v1/tenants/" + tenant + "/policies/" + key,
                    "{\"value\":\"" + (key.endsWith("mode") ? "open" : "1") + "\"}");
            assertThat(refused.text("code")).as(key).isEqualTo("permission_denied");
            assertThat(refused.body()).contains("billing.grant");
        }
        assertThat(operator.put("/api/v1/tenants/" + tenant + "/policies/" + KEY, "{\"value\":\"60\"}")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "rate_limit.financial_requests_per_minute, 0, policy_value_invalid",
        "rate_limit.financial_requests_per_minute, 100000001, policy_value_invalid",
        "rate_limit.financial_requests_per_minute, many, policy_value_invalid",
        "billing.window_seconds, 9, policy_value_invalid",
        "billing.window_seconds, 3601, policy_value_invalid",
        "idempotency.retention, 60, policy_value_invalid",
        "idempotency.retention, PT1M, policy_value_invalid",
        "placement.strategy, anywhere, policy_value_invalid",
        "no.such_key, 1, not_found"
    })
    void valuesOutOfBoundsAreRefused(String key, String value, String code) {
        assertThat(admin.put("/api/v1/policies/" + key, "{\"value\":\"" + value + "\"}")
                        .text("code"))
                .isEqualTo(code);
    }

    @Test
    void aKeyIsSetOnlyWhereItMayBe() {
        String tenant = admin.createTenant();
        Reply reply =
                admin.put("/api/v1/tenants/" + tenant + "/policies/idempotency.retention", "{\"value\":\"PT2H\"}");
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.text("code")).isEqualTo("policy_scope_invalid");
    }

    @Test
    void aTenantReadsItsPoliciesAndDoesNotRaiseThem() {
        String tenant = admin.createTenant();
        ApiClient owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, tenant));
        assertThat(owner.get("/api/v1/tenants/" + tenant + "/policies").status())
                .isEqualTo(200);
        assertThat(owner.put("/api/v1/tenants/" + tenant + "/policies/" + KEY, "{\"value\":\"9\"}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void anotherProcessHearsOfAChangeLongBeforeItsCacheExpires() {
        try (TestControlPlane other = plane.startTwin(Map.of())) {
            TenantId tenant = TenantId.parse(admin.createTenant());
            Policies there = other.bean(Policies.class);
            assertThat(there.effective(key(), tenant, null)).isEqualTo(60L);
            admin.put("/api/v1/tenants/" + tenant + "/policies/" + KEY, "{\"value\":\"33\"}");
            // Well before the copy there is a minute old and read again anyway.
            await().atMost(Duration.ofSeconds(45))
                    .until(() -> there.effective(key(), tenant, null).equals(33L));
        }
    }

    @Test
    void anOverrideThatIsNotUsableIsPassedOver() {
        TenantId tenant = TenantId.parse(admin.createTenant());
        plane.database()
                .execute("INSERT INTO policy.override VALUES ('tenant', '" + tenant + "', '" + KEY
                        + "', '-5', NULL, 'x', now())");
        assertThat(plane.bean(Policies.class).effective(key(), tenant, (ProjectId) null))
                .isEqualTo(60L);
    }

    @Test
    void everyKeyIsUsableAsItStands() {
        for (PolicyKey<?> key : plane.bean(PolicyCatalogue.class).all()) {
            assertThat(key.read(String.valueOf(key.defaultValue()))).isEqualTo(key.defaultValue());
            assertThat(key.description()).endsWith(".");
            assertThat(key.scopes()).isNotEmpty();
        }
    }
}
