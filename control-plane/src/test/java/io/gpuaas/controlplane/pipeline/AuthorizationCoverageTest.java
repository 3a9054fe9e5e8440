package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.ContractOperation;
import io.gpuaas.api.Scope;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.pipeline.AuthorizationMatrix.Case;
import io.gpuaas.controlplane.pipeline.AuthorizationMatrix.Sample;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.web.method.HandlerMethod;

/**
 * Every operation of the contract, asked by everybody. An operation without a sample here fails the
 * build: {@link #SAMPLES} is the list of what a valid request to each looks like.
 */
@Against("PostgreSQL")
class AuthorizationCoverageTest {

    static final Map<String, Sample> SAMPLES = new HashMap<>();

    private static final String SKU_CHANGE = "\"title\":\"T\",\"counts\":[1],\"isolation\":\"user_revoke\","
            + "\"unit\":{\"vcpus\":1,\"memory_bytes\":1,\"nvme_bytes\":0},\"images\":[\"i\"]";
    private static final String SKU = SKU_CHANGE + ",\"shape\":\"gpu_slice\",\"gpu_model\":\"h100-sxm\"";

    static {
        SAMPLES.put("getMe", new Sample(null, 200));
        SAMPLES.put("listSshKeys", new Sample(null, 200, 403));
        SAMPLES.put("addSshKey", new Sample("{\"name\":\"N\",\"public_key\":\"${ssh_key}\"}", 201, 403));
        // A caller sees only keys of its own, and these callers have none.
        SAMPLES.put("getSshKey", new Sample(null, 404, 403));
        SAMPLES.put("renameSshKey", new Sample("{\"name\":\"N\"}", 404, 403));
        SAMPLES.put("removeSshKey", new Sample(null, 404, 403));
        SAMPLES.put("listTenants", new Sample(null, 200));
        SAMPLES.put("createTenant", new Sample("{\"slug\":\"${slug}\",\"name\":\"N\"}", 201));
        SAMPLES.put("getTenant", new Sample(null, 200));
        SAMPLES.put("updateTenant", new Sample("{\"name\":\"N\"}", 200));
        SAMPLES.put("deleteTenant", new Sample(null, 200));
        SAMPLES.put("suspendTenant", new Sample("{\"reason\":\"r\"}", 200));
        SAMPLES.put("reactivateTenant", new Sample(null, 200));
        SAMPLES.put("listProjects", new Sample(null, 200));
        SAMPLES.put("createProject", new Sample("{\"slug\":\"${slug}\",\"name\":\"N\"}", 201));
        SAMPLES.put("getProject", new Sample(null, 200));
        SAMPLES.put("updateProject", new Sample("{\"name\":\"N\"}", 200));
        SAMPLES.put("deleteProject", new Sample(null, 200));
        SAMPLES.put("listTenantMembers", new Sample(null, 200));
        SAMPLES.put("setTenantMember", new Sample("{\"role\":\"tenant_billing\"}", 200));
        SAMPLES.put("removeTenantMember", new Sample(null, 200));
        SAMPLES.put("listProjectMembers", new Sample(null, 200));
        SAMPLES.put("setProjectMember", new Sample("{\"role\":\"project_viewer\"}", 200));
        SAMPLES.put("removeProjectMember", new Sample(null, 200));
        SAMPLES.put("listInvitations", new Sample(null, 200));
        SAMPLES.put("createInvitation", new Sample("{\"email\":\"${email}\",\"tenant_role\":\"tenant_billing\"}", 201));
        SAMPLES.put("revokeInvitation", new Sample(null, 200));
        // No caller holds this link; a narrowed credential is refused before the link is checked.
        SAMPLES.put("acceptInvitation", new Sample("{\"token\":\"t\"}", 404, 403));
        SAMPLES.put("declineInvitation", new Sample("{\"token\":\"t\"}", 404, 403));
        SAMPLES.put("listServiceAccounts", new Sample(null, 200));
        SAMPLES.put("createServiceAccount", new Sample("{\"name\":\"N\",\"scopes\":[\"projects.read\"]}", 201));
        SAMPLES.put("getServiceAccount", new Sample(null, 200));
        SAMPLES.put(
                "updateServiceAccount",
                new Sample("{\"name\":\"N\",\"scopes\":[\"projects.read\"],\"disabled\":false}", 200));
        SAMPLES.put("deleteServiceAccount", new Sample(null, 200));
        SAMPLES.put("createServiceAccountKey", new Sample("{\"kind\":\"secret\"}", 201));
        SAMPLES.put("revokeServiceAccountKey", new Sample(null, 200));
        SAMPLES.put("mintToken", new Sample("{\"key_id\":\"${key}\",\"secret\":\"${secret}\"}", 200));
        SAMPLES.put("listAccessTokens", new Sample(null, 200));
        SAMPLES.put("createAccessToken", new Sample("{\"name\":\"N\",\"expires_at\":\"${soon}\"}", 201, 403));
        SAMPLES.put("revokeAccessToken", new Sample(null, 404, 403));
        SAMPLES.put("revokeAccess", new Sample("{\"reason\":\"r\"}", 200));
        SAMPLES.put("listUsers", new Sample(null, 200));
        SAMPLES.put("createUser", new Sample("{\"username\":\"${slug}\",\"display_name\":\"N\"}", 201));
        SAMPLES.put("getUser", new Sample(null, 200));
        SAMPLES.put("disableUser", new Sample("{\"reason\":\"r\"}", 200));
        SAMPLES.put("enableUser", new Sample(null, 200));
        // The sample's person has no password here; past authorization the answer is that there is none.
        SAMPLES.put("resetPassword", new Sample(null, 404));
        SAMPLES.put("removeSecondFactors", new Sample(null, 200));
        SAMPLES.put("setPlatformRoles", new Sample("{\"roles\":[]}", 200));
        SAMPLES.put(
                "changePassword",
                new Sample("{\"current_password\":\"c\",\"new_password\":\"long enough for it\"}", 404, 403));
        SAMPLES.put(
                "joinByInvitation",
                new Sample("{\"token\":\"t\",\"display_name\":\"N\",\"password\":\"long enough for it\"}", 404));
        SAMPLES.put("listMail", new Sample(null, 200));
        SAMPLES.put("listPolicies", new Sample(null, 200));
        SAMPLES.put("listTenantPolicies", new Sample(null, 200));
        SAMPLES.put("listProjectPolicies", new Sample(null, 200));
        SAMPLES.put("setPolicy", new Sample("{\"value\":\"1000000\"}", 200));
        SAMPLES.put("setTenantPolicy", new Sample("{\"value\":\"1000000\"}", 200));
        SAMPLES.put("setProjectPolicy", new Sample("{\"value\":\"1000000\"}", 200));
        SAMPLES.put("clearPolicy", new Sample(null, 200));
        SAMPLES.put("clearTenantPolicy", new Sample(null, 200));
        SAMPLES.put("clearProjectPolicy", new Sample(null, 200));
        SAMPLES.put("listAuditEvents", new Sample(null, 200));
        SAMPLES.put("listTenantAuditEvents", new Sample(null, 200));
        SAMPLES.put("exportAuditEvents", new Sample(null, 200));
        SAMPLES.put("exportTenantAuditEvents", new Sample(null, 200));
        SAMPLES.put("verifyAuditTrail", new Sample(null, 200));
        SAMPLES.put("listAuditArchives", new Sample(null, 200));
        SAMPLES.put("downloadAuditArchive", new Sample(null, 404));
        SAMPLES.put("verifyAuditArchive", new Sample(null, 404));
        SAMPLES.put("getTrace", new Sample(null, 200));
        SAMPLES.put("getTenantTrace", new Sample(null, 200));
        SAMPLES.put("getProjectTrace", new Sample(null, 200));
        SAMPLES.put("getEventBacklog", new Sample(null, 200));
        SAMPLES.put("listPublishers", new Sample(null, 200));
        SAMPLES.put("createPublisher", new Sample("{\"namespace\":\"${slug}\",\"name\":\"N\"}", 201));
        SAMPLES.put("listPublishIntents", new Sample(null, 200));
        // Past authorization the answer is that the tenant has no such namespace.
        SAMPLES.put(
                "createPublishIntent",
                new Sample(
                        "{\"app\":\"nobody/app\",\"version\":\"1\",\"artifacts\":[{\"name\":\"a\",\"kind\":\"file\"}]}",
                        400));
        SAMPLES.put("getPublishIntent", new Sample(null, 404));
        SAMPLES.put(
                "completePublishIntent",
                new Sample("{\"artifacts\":[{\"name\":\"a\",\"digest\":\"sha256:" + "0".repeat(64) + "\"}]}", 404));
        SAMPLES.put("cancelPublishIntent", new Sample(null, 404));
        SAMPLES.put("listArtifacts", new Sample(null, 200));
        SAMPLES.put("getArtifact", new Sample(null, 404));
        SAMPLES.put("listApps", new Sample(null, 200));
        // No app is at hand: past authorization the answer is that there is none.
        SAMPLES.put("getApp", new Sample(null, 404));
        SAMPLES.put("updateApp", new Sample("{\"visibility\":\"public\",\"categories\":[]}", 404));
        SAMPLES.put("createAppVersion", new Sample("{\"manifest\":\"{}\"}", 422));
        SAMPLES.put("listAppVersions", new Sample(null, 404));
        SAMPLES.put("getAppVersion", new Sample(null, 404));
        SAMPLES.put("compareAppVersions", new Sample(null, 404));
        SAMPLES.put("submitAppVersion", new Sample(null, 404));
        SAMPLES.put("withdrawAppVersion", new Sample(null, 404));
        SAMPLES.put("publishAppVersion", new Sample("{\"channel\":\"stable\"}", 404));
        SAMPLES.put("deprecateAppVersion", new Sample("{\"message\":\"m\"}", 404));
        SAMPLES.put("listAppReviews", new Sample(null, 200));
        SAMPLES.put("getAppReview", new Sample(null, 404));
        SAMPLES.put("startAppReview", new Sample(null, 404));
        SAMPLES.put("reviewAppVersion", new Sample("{\"outcome\":\"reject\",\"message\":\"m\"}", 404));
        SAMPLES.put("listAppSuspensions", new Sample(null, 200));
        SAMPLES.put("suspendApps", new Sample("{\"namespace\":\"nobody\",\"reason\":\"r\"}", 404));
        SAMPLES.put("liftAppSuspension", new Sample("{\"reason\":\"r\"}", 404));
        SAMPLES.put("listTenantEntitlements", new Sample(null, 200));
        SAMPLES.put("setTenantEntitlement", new Sample("{\"granted\":true,\"versions\":\"*\"}", 404));
        SAMPLES.put("removeTenantEntitlement", new Sample(null, 404));
        SAMPLES.put("getAppEntitlement", new Sample(null, 404));
        SAMPLES.put("setProjectEntitlement", new Sample("{\"versions\":\"*\"}", 404));
        SAMPLES.put("removeProjectEntitlement", new Sample(null, 404));
        SAMPLES.put("requestApp", new Sample("{\"app\":\"nobody/app\",\"message\":\"m\"}", 404));
        SAMPLES.put("listAppRequests", new Sample(null, 200));
        SAMPLES.put("decideAppRequest", new Sample("{\"approve\":true}", 404));
        SAMPLES.put("listPublisherKeys", new Sample(null, 404));
        SAMPLES.put("addPublisherKey", new Sample("{\"name\":\"N\",\"pem\":\"none\"}", 404));
        SAMPLES.put("confirmPublisherKey", new Sample(null, 404));
        SAMPLES.put("retirePublisherKey", new Sample(null, 404));
        SAMPLES.put("revokePublisherKey", new Sample("{\"reason\":\"r\"}", 404));
        SAMPLES.put("getArtifactVerification", new Sample(null, 404));
        SAMPLES.put("verifyArtifact", new Sample(null, 404));
        SAMPLES.put("getLaunchDecision", new Sample(null, 200));
        for (String id : List.of(
                "promoteArtifact",
                "deprecateArtifact",
                "retireArtifact",
                "quarantineArtifact",
                "releaseArtifact",
                "revokeArtifact",
                "reinstateArtifact",
                "revokePlatformKey")) {
            SAMPLES.put(id, new Sample("{\"reason\":\"r\"}", 404));
        }
        SAMPLES.put("listArtifactSboms", new Sample(null, 404));
        SAMPLES.put("listAdvisories", new Sample(null, 200));
        SAMPLES.put(
                "createAdvisory",
                new Sample(
                        "{\"title\":\"T\",\"purl\":\"pkg:npm/none\",\"versions\":\"<1\",\"severity\":\"low\",\"action\":\"list\"}",
                        201));
        SAMPLES.put("getAdvisory", new Sample(null, 404));
        SAMPLES.put("closeAdvisory", new Sample("{\"reason\":\"r\"}", 404));
        SAMPLES.put("listAdvisoryHits", new Sample(null, 404));
        SAMPLES.put("listPlatformKeys", new Sample(null, 200));
        SAMPLES.put("addPlatformKey", new Sample("{\"name\":\"N\",\"pem\":\"none\"}", 400));
        SAMPLES.put("confirmPlatformKey", new Sample(null, 404));
        SAMPLES.put("retirePlatformKey", new Sample(null, 404));
        SAMPLES.put("getOverview", new Sample(null, 200));
        SAMPLES.put("listBackgroundRounds", new Sample(null, 200));
        SAMPLES.put("listDeadLetters", new Sample(null, 200));
        // No dead letter is at hand: past authorization the answer is that there is none.
        SAMPLES.put("getDeadLetter", new Sample(null, 404));
        SAMPLES.put("replayDeadLetter", new Sample(null, 404));
        SAMPLES.put("discardDeadLetter", new Sample("{\"reason\":\"r\"}", 404));
        SAMPLES.put("listNodes", new Sample(null, 200));
        SAMPLES.put("createNode", new Sample("{\"name\":\"${slug}\"}", 201));
        SAMPLES.put("createJoinTokens", new Sample("{\"count\":2}", 201));
        SAMPLES.put("rotateTaskSigningKey", new Sample("{\"reason\":\"r\"}", 200));
        SAMPLES.put("getNode", new Sample(null, 200));
        // The node at hand has reported nothing, has no task and is not quarantined.
        SAMPLES.put("getNodeTopology", new Sample(null, 404));
        SAMPLES.put("getJoinLine", new Sample(null, 200));
        SAMPLES.put("getNodeChecks", new Sample(null, 200));
        SAMPLES.put("getNodeTelemetry", new Sample(null, 200));
        SAMPLES.put("cordonNode", new Sample("{\"reason\":\"r\"}", 200));
        SAMPLES.put("uncordonNode", new Sample(null, 409));
        SAMPLES.put("drainNode", new Sample("{\"reason\":\"r\"}", 409));
        SAMPLES.put("quarantineNode", new Sample("{\"reason\":\"r\"}", 200));
        SAMPLES.put("returnNodeGpu", new Sample("{\"reason\":\"r\"}", 404));
        SAMPLES.put("readmitNode", new Sample("{\"reason\":\"r\"}", 409));
        SAMPLES.put("retireNode", new Sample("{\"reason\":\"r\"}", 200));
        SAMPLES.put("revokeNodeCertificates", new Sample("{\"reason\":\"r\"}", 200));
        SAMPLES.put("listNodeCertificates", new Sample(null, 200));
        SAMPLES.put("collectNodeLogs", new Sample("{\"sources\":[\"agent\"]}", 202));
        SAMPLES.put("listNodeTasks", new Sample(null, 200));
        SAMPLES.put("getNodeTask", new Sample(null, 404));
        SAMPLES.put("cancelNodeTask", new Sample(null, 404));
        // No SKU and no allocation is at hand: past authorization the answer is that there is none.
        SAMPLES.put("listAllocations", new Sample(null, 200));
        SAMPLES.put("createAllocation", new Sample("{\"sku\":\"none\",\"count\":1}", 404));
        SAMPLES.put("createAllocationBatch", new Sample("{\"members\":[{\"sku\":\"none\",\"count\":1}]}", 404));
        SAMPLES.put("estimateAllocation", new Sample(null, 404));
        SAMPLES.put("getAllocation", new Sample(null, 404));
        SAMPLES.put("updateAllocation", new Sample("{\"name\":\"N\"}", 404));
        SAMPLES.put("listAllocationTimeline", new Sample(null, 404));
        SAMPLES.put("getAllocationCloneRequest", new Sample(null, 404));
        SAMPLES.put("releaseAllocation", new Sample(null, 404));
        SAMPLES.put("retryAllocationRelease", new Sample(null, 404));
        SAMPLES.put("extendAllocation", new Sample("{\"seconds\":60}", 404));
        SAMPLES.put("snoozeAllocation", new Sample(null, 404));
        SAMPLES.put("getAllocationDefaults", new Sample(null, 200));
        SAMPLES.put("setAllocationDefaults", new Sample("{\"max_duration_seconds\":3600}", 200));
        SAMPLES.put("protectAllocation", new Sample(null, 404));
        SAMPLES.put("unprotectAllocation", new Sample(null, 404));
        SAMPLES.put("listReservations", new Sample(null, 200));
        SAMPLES.put(
                "createReservation",
                new Sample(
                        "{\"sku\":\"none\",\"count\":1,\"starts_at\":\"2030-01-01T00:00:00Z\","
                                + "\"ends_at\":\"2030-01-02T00:00:00Z\"}",
                        400));
        SAMPLES.put("getReservation", new Sample(null, 404));
        SAMPLES.put("cancelReservation", new Sample(null, 404));
        SAMPLES.put("listAllAllocations", new Sample(null, 200));
        SAMPLES.put("confirmAllocationFault", new Sample("{\"reason\":\"r\"}", 404));
        SAMPLES.put("dismissAllocationFault", new Sample("{\"reason\":\"r\"}", 404));
        SAMPLES.put("forceReleaseAllocation", new Sample("{\"reason\":\"r\"}", 404));
        // It would stay open; a position that is none ends it at once.
        SAMPLES.put("streamAllocationEvents", new Sample(null, 400));
        SAMPLES.put("streamOperatorEvents", new Sample(null, 400));
        SAMPLES.put("getAllocationTelemetry", new Sample(null, 404));
        SAMPLES.put("listSkus", new Sample(null, 200));
        SAMPLES.put("createSku", new Sample("{\"name\":\"${slug}\"," + SKU + "}", 201));
        SAMPLES.put("getSku", new Sample(null, 200));
        // The version is another each time it was changed; past authorization that is a conflict.
        SAMPLES.put("updateSku", new Sample("{" + SKU_CHANGE + ",\"version\":1000000}", 409));
        SAMPLES.put("retireSku", new Sample("{\"reason\":\"r\"}", 200));
        SAMPLES.put("setSkuVisibility", new Sample("{}", 200));
        SAMPLES.put("listPrices", new Sample(null, 200));
        SAMPLES.put("addPrice", new Sample("{\"gpu_hour\":{\"nanos\":1,\"currency\":\"USD\"}}", 201));
        SAMPLES.put("listProjectSkus", new Sample(null, 200));
        SAMPLES.put("getProjectSku", new Sample(null, 200));
        SAMPLES.put("listSlots", new Sample(null, 200));
        SAMPLES.put("explainPlacement", new Sample(null, 200));
        SAMPLES.put("setNodeZone", new Sample("{\"region\":\"r\",\"zone\":\"z\"}", 200));
        // The node at hand has reported no GPU.
        SAMPLES.put("setSlotMode", new Sample("{\"mode\":\"mig\"}", 404));
        // No release keys are configured, no rollout was made and no gateway is connected.
        SAMPLES.put("listAgentReleases", new Sample(null, 200));
        SAMPLES.put(
                "createAgentRelease",
                new Sample("{\"manifest\":\"e30=\",\"signatures\":[{\"key_id\":\"k\",\"signature\":\"cw==\"}]}", 409));
        SAMPLES.put("getAgentRelease", new Sample(null, 404));
        SAMPLES.put("uploadAgentReleasePart", new Sample("{\"number\":0,\"bytes\":\"AA==\"}", 404));
        SAMPLES.put("listRollouts", new Sample(null, 200));
        SAMPLES.put("createRollout", new Sample("{\"release_id\":\"0198c0de-0000-7000-8000-000000000001\"}", 404));
        SAMPLES.put("getRollout", new Sample(null, 404));
        SAMPLES.put("listRolloutNodes", new Sample(null, 404));
        SAMPLES.put("pauseRollout", new Sample("{\"reason\":\"r\"}", 404));
        SAMPLES.put("resumeRollout", new Sample("{\"reason\":\"r\"}", 404));
        SAMPLES.put("abortRollout", new Sample("{\"reason\":\"r\"}", 404));
        SAMPLES.put("revertRollout", new Sample("{\"reason\":\"r\"}", 404));
        SAMPLES.put("listGateways", new Sample(null, 200));
        SAMPLES.put("createGateway", new Sample("{\"name\":\"${slug}\",\"host_names\":[\"localhost\"]}", 201));
        SAMPLES.put("revokeGateway", new Sample(null, 404));
        SAMPLES.put("createLogStream", new Sample("{\"source\":\"agent\"}", 409));
        SAMPLES.put("closeLogStream", new Sample(null, 404));
        SAMPLES.put("listCommands", new Sample(null, 404));
        SAMPLES.put("startCommand", new Sample("{\"argv\":[\"true\"]}", 404));
        SAMPLES.put("getCommand", new Sample(null, 404));
        SAMPLES.put("attachCommand", new Sample(null, 404));
        SAMPLES.put("cancelCommand", new Sample(null, 404));
        SAMPLES.put("readCommandOutput", new Sample(null, 404));
        SAMPLES.put("listTerminals", new Sample(null, 404));
        SAMPLES.put("listRecordings", new Sample(null, 200));
        SAMPLES.put("getRecording", new Sample(null, 404));
        SAMPLES.put("listRecordingSegments", new Sample(null, 404));
        SAMPLES.put("playRecording", new Sample(null, 404));
        SAMPLES.put("downloadRecording", new Sample(null, 404));
        SAMPLES.put("openTerminal", new Sample(null, 404));
        SAMPLES.put("attachTerminal", new Sample(null, 404));
        SAMPLES.put("joinTerminal", new Sample(null, 404));
        SAMPLES.put("takeOverTerminal", new Sample(null, 404));
        SAMPLES.put("closeTerminal", new Sample(null, 404));
        SAMPLES.put("listFileTransfers", new Sample(null, 404));
        SAMPLES.put("startFileTransfer", new Sample("{\"direction\":\"download\",\"path\":\"x\"}", 404));
        SAMPLES.put("openSshConnection", new Sample(null, 404));
        SAMPLES.put("getBalance", new Sample(null, 200));
        SAMPLES.put("listLedgerTransfers", new Sample(null, 200));
        SAMPLES.put("listCosts", new Sample(null, 200));
        SAMPLES.put(
                "grantPromotionalCredit",
                new Sample(
                        "{\"amount\":{\"nanos\":1,\"currency\":\"USD\"},\"expires_at\":\"2099-01-01T00:00:00Z\",\"reason\":\"r\"}",
                        201));
        SAMPLES.put("listTenantPrices", new Sample(null, 200));
        SAMPLES.put(
                "addTenantPrice",
                new Sample("{\"sku\":\"no-such-sku\",\"gpu_hour\":{\"nanos\":1,\"currency\":\"USD\"}}", 404));
        SAMPLES.put("verifyLedger", new Sample(null, 200));
        SAMPLES.put("listPayments", new Sample(null, 200));
        SAMPLES.put("createPayment", new Sample("{\"amount\":{\"nanos\":5000000000,\"currency\":\"USD\"}}", 201));
        SAMPLES.put(
                "refundPayment", new Sample("{\"amount\":{\"nanos\":1,\"currency\":\"USD\"},\"reason\":\"r\"}", 404));
        SAMPLES.put("getPayment", new Sample(null, 404));
        SAMPLES.put("getAutoTopUp", new Sample(null, 200));
        SAMPLES.put("setAutoTopUp", new Sample("{\"enabled\":false}", 200));
        SAMPLES.put("listDisputes", new Sample(null, 200));
        SAMPLES.put("listReconciliations", new Sample(null, 200));
        SAMPLES.put("listNotifications", new Sample(null, 200));
        SAMPLES.put("markNotificationRead", new Sample(null, 404));
        SAMPLES.put("markAllNotificationsRead", new Sample(null, 200));
        SAMPLES.put("listNotificationPreferences", new Sample(null, 200));
        SAMPLES.put("setNotificationPreference", new Sample("{\"console\":true,\"mail\":true}", 200));
        SAMPLES.put("getBudget", new Sample(null, 404));
        SAMPLES.put(
                "setBudget", new Sample("{\"monthly\":{\"nanos\":0,\"currency\":\"USD\"},\"action\":\"alert\"}", 422));
        SAMPLES.put("removeBudget", new Sample(null, 404));
        SAMPLES.put("listCommitments", new Sample(null, 200));
        SAMPLES.put(
                "createCommitment",
                new Sample(
                        "{\"sku\":\"none\",\"gpus\":1,\"discount_percent\":10,\"starts_at\":\"" + inDays(30)
                                + "\",\"ends_at\":\"" + inDays(60) + "\"}",
                        404));
        SAMPLES.put("listStatements", new Sample(null, 200));
        SAMPLES.put("downloadStatement", new Sample(null, 404));
        SAMPLES.put("getDraftStatement", new Sample(null, 200));
        SAMPLES.put("exportFocus", new Sample(null, 400));
        SAMPLES.put("listAdjustments", new Sample(null, 200));
        SAMPLES.put("listPendingAdjustments", new Sample(null, 200));
        SAMPLES.put(
                "createAdjustment",
                new Sample(
                        "{\"kind\":\"credit\",\"amount\":{\"nanos\":0,\"currency\":\"USD\"},\"reason\":\"r\"}", 422));
        SAMPLES.put("approveAdjustment", new Sample(null, 404));
        SAMPLES.put("rejectAdjustment", new Sample(null, 404));
        SAMPLES.put("listBudgets", new Sample(null, 200));
        SAMPLES.put("listMeasures", new Sample(null, 200));
        SAMPLES.put(
                "createMeasure",
                new Sample("{\"name\":\"m\",\"title\":\"T\",\"unit\":\"u\",\"quantity_max\":\"0\"}", 422));
        SAMPLES.put("listMeasurePrices", new Sample(null, 404));
        SAMPLES.put("addMeasurePrice", new Sample("{\"price\":{\"nanos\":1,\"currency\":\"USD\"}}", 404));
        SAMPLES.put("listUsageRecords", new Sample(null, 200));
        SAMPLES.put(
                "reportUsage",
                new Sample(
                        "{\"producer\":\"p\",\"records\":[{\"record_id\":\"r\",\"app_instance\":\"a\",\"measure\":\"m\","
                                + "\"quantity\":\"1\",\"unit\":\"u\",\"starts_at\":\"2026-01-01T00:00:00Z\","
                                + "\"ends_at\":\"2026-01-01T01:00:00Z\"}]}",
                        200));
        SAMPLES.put("listErrorCodes", new Sample(null, 200));
        SAMPLES.put("getErrorCode", new Sample(null, 200));
    }

    private static final List<String> RULES = List.of("permission", "scope", "lane", "idempotency", "audit");
    private static final Set<String> OPTIONAL_RULES = Set.of("suspended", "gives_rights");

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    @SuppressWarnings("NullAway.Init")
    private static AuthorizationMatrix matrix;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(Map.of());
        matrix = new AuthorizationMatrix(plane, SAMPLES);
    }

    @AfterAll
    @SuppressWarnings("SystemOut") // the number is what people look for
    static void tell() {
        System.out.printf(
                "authorization matrix: %d operations x %d principals, %d requests%n",
                AuthorizationMatrix.cases().size(), matrix.askerCount(), matrix.requests());
        plane.close();
    }

    @Test
    void everyOperationHasRulesAHandlerAndASample() {
        List<Case> cases = AuthorizationMatrix.cases();
        Set<String> contract = cases.stream().map(Case::id).collect(Collectors.toCollection(TreeSet::new));
        Set<String> handlers = plane.bean(Operations.class).all().stream()
                .map(Operation::id)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(handlers).isEqualTo(contract);
        assertThat(SAMPLES.keySet()).isEqualTo(contract);
        for (Case one : cases) {
            assertThat(one.operation().path("x-gpuaas").propertyNames())
                    .as(one.id())
                    .containsAll(RULES)
                    .allMatch(rule -> RULES.contains(rule) || OPTIONAL_RULES.contains(rule));
            if (one.mutates()) {
                assertThat(one.operation().at("/x-gpuaas/audit").asString())
                        .as(one.id() + " changes something")
                        .isNotEqualTo("none");
            }
            if (one.scope() != Scope.PUBLIC && one.scope() != Scope.SELF) {
                assertThat(one.permission()).as(one.id()).isNotEqualTo(ContractOperation.NONE);
            }
        }
    }

    @Test
    void everyPermissionIsHeldBySomebodyAndUsedBySomething() {
        Set<String> used = AuthorizationMatrix.cases().stream()
                .map(Case::permission)
                .filter(name -> !name.equals(ContractOperation.NONE))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> held = Arrays.stream(Role.values())
                .flatMap(role -> role.permissions().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(held).isEqualTo(used);
        assertThat(Role.PLATFORM_ADMIN.permissions()).containsAll(held);
    }

    @TestFactory
    Stream<DynamicTest> everyOperationByEverybody() {
        return AuthorizationMatrix.cases().stream()
                .map(one -> DynamicTest.dynamicTest(
                        one.id(), () -> assertThat(matrix.check(one)).isEmpty()));
    }

    /** A server on which three operations ask for less than the contract says. */
    static class CarelessOperations extends Operations {

        private static final Map<String, String> WEAKENED = Map.of(
                "updateProject", "projects.read",
                "suspendTenant", "tenants.read",
                "createTenant", "tenants.read");

        @Override
        Operation of(HandlerMethod handler) {
            Operation operation = super.of(handler);
            return new Operation(
                    operation.id(),
                    WEAKENED.getOrDefault(operation.id(), operation.permission()),
                    operation.scope(),
                    operation.lane(),
                    operation.idempotency(),
                    operation.auditAction(),
                    operation.mutates(),
                    operation.refusedWhenSuspended(),
                    operation.givesRights(),
                    operation.successStatus());
        }
    }

    static class Careless {
        @Bean
        Operations operations() {
            return new CarelessOperations();
        }
    }

    @Test
    void aTakenOutPermissionIsNoticed() {
        try (TestControlPlane careless = TestControlPlane.start(Map.of(), Careless.class)) {
            AuthorizationMatrix eyes = new AuthorizationMatrix(careless, SAMPLES);
            for (Case one : AuthorizationMatrix.cases()) {
                if (CarelessOperations.WEAKENED.containsKey(one.id())) {
                    assertThat(eyes.check(one))
                            .as(one.id())
                            .isNotEmpty()
                            .anySatisfy(wrong -> assertThat(wrong).contains("in place of 403"));
                }
                if (one.id().equals("getProject")) {
                    assertThat(eyes.check(one)).isEmpty();
                }
            }
        }
    }

    private static String inDays(int days) {
        return Instant.now()
                .plus(Duration.ofDays(days))
                .truncatedTo(ChronoUnit.DAYS)
                .toString();
    }
}
