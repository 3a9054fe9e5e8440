package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.pipeline.AuthorizationMatrix.Case;
import io.gpuaas.controlplane.pipeline.AuthorizationMatrix.Sample;
import io.gpuaas.testkit.Against;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A suspended tenant changes nothing, except by what is on this list. */
@Against("PostgreSQL")
class SuspendedTenantTest {

    private static final String BY_STAFF = "only the platform's own people may, and they settle the case";
    private static final String LESS_RIGHTS = "takes rights away, which must never wait";
    private static final String LESS_USE = "ends use of the platform";
    private static final String PAYS = "pays, which is how a suspension ends";
    private static final String LIMITS = "limits what running allocations still cost";

    /** Every operation with {@code suspended: allow} in the contract, and why. */
    private static final Map<String, String> ALLOWED = Map.ofEntries(
            Map.entry("suspendTenant", BY_STAFF),
            Map.entry("reactivateTenant", BY_STAFF),
            Map.entry("setTenantPolicy", BY_STAFF),
            Map.entry("clearTenantPolicy", BY_STAFF),
            Map.entry("setProjectPolicy", BY_STAFF),
            Map.entry("clearProjectPolicy", BY_STAFF),
            Map.entry("grantPromotionalCredit", BY_STAFF),
            Map.entry("addTenantPrice", BY_STAFF),
            Map.entry("refundPayment", BY_STAFF),
            Map.entry("createCommitment", BY_STAFF),
            Map.entry("createAdjustment", BY_STAFF),
            Map.entry("approveAdjustment", BY_STAFF),
            Map.entry("rejectAdjustment", BY_STAFF),
            Map.entry("removeTenantMember", LESS_RIGHTS),
            Map.entry("removeProjectMember", LESS_RIGHTS),
            Map.entry("revokeInvitation", LESS_RIGHTS),
            Map.entry("deleteServiceAccount", LESS_RIGHTS),
            Map.entry("revokeServiceAccountKey", LESS_RIGHTS),
            Map.entry("cancelCommand", LESS_RIGHTS),
            Map.entry("closeTerminal", LESS_RIGHTS),
            Map.entry("deleteTenant", LESS_USE),
            Map.entry("deleteProject", LESS_USE),
            Map.entry("releaseAllocation", LESS_USE),
            Map.entry("retryAllocationRelease", LESS_USE),
            Map.entry("unprotectAllocation", LESS_USE),
            Map.entry("cancelReservation", LESS_USE),
            Map.entry("cancelPublishIntent", LESS_USE),
            Map.entry("withdrawAppVersion", LESS_USE),
            Map.entry("removeProjectEntitlement", LESS_USE),
            Map.entry("setTenantEntitlement", BY_STAFF),
            Map.entry("removeTenantEntitlement", BY_STAFF),
            Map.entry("retirePublisherKey", LESS_RIGHTS),
            Map.entry("revokePublisherKey", LESS_RIGHTS),
            Map.entry("createPayment", PAYS),
            Map.entry("setAutoTopUp", PAYS),
            Map.entry("setBudget", LIMITS),
            Map.entry("removeBudget", LIMITS));

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

    private static Stream<Case> changesToATenant() {
        return AuthorizationMatrix.cases().stream().filter(one -> one.mutates() && one.placed());
    }

    @Test
    void theContractAllowsWhatIsOnTheListAndNothingElse() {
        Set<String> allowed = AuthorizationMatrix.cases().stream()
                .filter(one ->
                        one.operation().at("/x-gpuaas/suspended").asString("").equals("allow"))
                .map(Case::id)
                .collect(Collectors.toSet());
        assertThat(allowed).isEqualTo(ALLOWED.keySet());
    }

    @TestFactory
    Stream<DynamicTest> everyOtherChangeIsRefused() {
        return changesToATenant()
                .filter(one -> !ALLOWED.containsKey(one.id()))
                .map(one -> DynamicTest.dynamicTest(one.id(), () -> {
                    Reply reply = matrix.whenSuspended(one);
                    assertThat(reply.status()).as(reply.body()).isEqualTo(409);
                    assertThat(reply.text("code")).isEqualTo("tenant_suspended");
                }));
    }

    @TestFactory
    Stream<DynamicTest> whatIsOnTheListIsAnswered() {
        return changesToATenant()
                .filter(one -> ALLOWED.containsKey(one.id()))
                .map(one -> DynamicTest.dynamicTest(one.id(), () -> {
                    Sample sample = Objects.requireNonNull(AuthorizationCoverageTest.SAMPLES.get(one.id()));
                    Reply reply = matrix.whenSuspended(one);
                    assertThat(reply.status()).as(reply.body()).isEqualTo(sample.expected());
                }));
    }
}
