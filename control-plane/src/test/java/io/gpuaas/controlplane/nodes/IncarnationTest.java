package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.certificates.CertificateRequest;
import io.gpuaas.controlplane.certificates.KeyPairs;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.testkit.Against;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Which certificates are valid for a rebuilt host, also in a process that does not know of the rebuild yet. */
@Against("PostgreSQL")
class IncarnationTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final TestTasks tasks = new TestTasks(plane);

    private <T> T inTransaction(java.util.function.Supplier<T> work) {
        return Call.system("test", new CorrelationId("incarnations"))
                .run(() -> Objects.requireNonNull(
                        plane.bean(TransactionTemplate.class).execute(status -> work.get())));
    }

    private void rebuild(NodeId node) {
        inTransaction(() -> {
            plane.bean(NodeJoining.class).beginRebuild(node, new TaskId(UUID.randomUUID()));
            return true;
        });
    }

    private String rebuildToken(NodeId node) {
        return inTransaction(() -> plane.bean(NodeJoining.class).tokenFor(node, Duration.ofHours(1)));
    }

    private NodeTrust.Speaker speaker(TestNode node) {
        return plane.bean(NodeTrust.class).require(node.certificate.toArray(X509Certificate[]::new));
    }

    private static void assertRefused(TestNode.Reply reply) {
        assertThat(reply.code()).as(reply.body()).isEqualTo("node_certificate_refused");
        assertThat(reply.status()).isEqualTo(401);
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.code()).isEqualTo(ErrorCode.NODE_CERTIFICATE_REFUSED));
    }

    @Test
    void aProcessThatHasNotHeardOfTheRebuildBelievesNothingFromBefore() {
        TestNode node = TestNode.ready(plane);
        NodeTrust.Speaker before = speaker(node);
        rebuild(node.id());
        TestNode rebuilt = TestNode.joined(plane, rebuildToken(node.id()), "h");
        TaskId verify = tasks.discover(node.id());
        JsonNode told = rebuilt.nextTask();
        assertThat(told.path("task_id").asString()).isEqualTo(verify.toString());

        assertRefused(() -> plane.bean(Dispatch.class).take(new Dispatch.Asking(node.id(), before.incarnation(), 0)));
        NodeMessages.TaskEvent done = new NodeMessages.TaskEvent(
                1, Instant.now(), "result", null, null, null, "succeeded", null, TestNode.JSON.readTree("{}"));
        assertRefused(() -> plane.bean(TaskReports.class)
                .take(
                        before,
                        TaskId.parse(told.path("task_id").asString()),
                        new NodeMessages.TaskEvents(1, List.of(done))));
        assertRefused(() -> plane.bean(Reconciliation.class)
                .topology(
                        before,
                        new NodeMessages.Topology(
                                "b", TestNode.JSON.readTree("{\"gpus\":[]}"), "sha256:" + "0".repeat(64))));
        assertRefused(
                () -> plane.bean(Reconciliation.class).inventory(before, new NodeMessages.Inventory("b", List.of())));
    }

    /** The process knows nothing of the rebuild: only the database has the new number. */
    @Test
    void aProcessThatHasNotHeardOfTheRebuildTakesNoUploadFromBefore() {
        TestNode node = TestNode.ready(plane);
        String upload = "recordings/" + UUID.randomUUID() + "/0?sha256=" + "0".repeat(64);
        assertThat(node.post(upload, "x").status())
                .as("believed: there is no such recording")
                .isEqualTo(404);
        plane.database().execute("UPDATE nodes.node SET incarnation = incarnation + 1 WHERE id = '" + node.id() + "'");
        assertThat(node.heartbeat().status()).as("memory is behind").isEqualTo(200);
        assertRefused(node.post(upload, "x"));
    }

    @Test
    void aRenewalInProgressEndsWithTheRebuild() {
        TestNode node = TestNode.ready(plane);
        TestNode old = node.copy();
        node.requireOk(node.renew());
        rebuild(node.id());
        assertRefused(old.heartbeat());
        assertRefused(node.heartbeat());
        assertRefused(old.renewAtOnce());
        assertRefused(node.renewAtOnce());
        assertRefused(old.copy().recover());
        assertRefused(node.copy().recover());
        assertThat(plane.database()
                        .count(
                                "SELECT count(*) FROM nodes.certificate WHERE state IN ('current', 'next') AND node_id = '"
                                        + node.id() + "'"))
                .isZero();
    }

    /** The authority was asked before the rebuild began and answers after. */
    @Test
    void aCertificateThatWasBeingIssuedWhenTheRebuildBeganIsNotTaken() {
        TestNode node = TestNode.ready(plane);
        node.growOld();
        NodeTrust.Speaker speaker = speaker(node);
        CertificateAuthority slow = slowAuthority(() -> rebuild(node.id()));
        String csr = TestNode.csr(KeyPairs.p256());
        assertRefused(() -> Call.system("test", new CorrelationId("incarnations"))
                .run(() -> enrolment(slow).renew(speaker, new NodeMessages.Renew(csr))));

        String token = rebuildToken(node.id());
        CertificateAuthority again = slowAuthority(() -> rebuild(node.id()));
        NodeMessages.Enroll enroll = new NodeMessages.Enroll(token, csr, "h", "1", "b");
        assertThatThrownBy(() -> Call.system("test", new CorrelationId("incarnations"))
                        .run(() -> enrolment(again).enroll(enroll)))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.code()).isEqualTo(ErrorCode.JOIN_TOKEN_INVALID));
        assertThat(plane.database()
                        .count(
                                "SELECT count(*) FROM nodes.certificate WHERE state IN ('current', 'next') AND node_id = '"
                                        + node.id() + "'"))
                .isZero();
    }

    private CertificateAuthority slowAuthority(Runnable meanwhile) {
        CertificateAuthority real = plane.bean(CertificateAuthority.class);
        return new CertificateAuthority() {
            @Override
            public X509Certificate root() {
                return real.root();
            }

            @Override
            public List<X509Certificate> issue(CertificateRequest request, Names names) {
                List<X509Certificate> chain = real.issue(request, names);
                meanwhile.run();
                return chain;
            }
        };
    }

    private Enrolment enrolment(CertificateAuthority authority) {
        return new Enrolment(
                plane.bean(JoinTokens.class),
                plane.bean(CertificateStore.class),
                plane.bean(NodeStore.class),
                plane.bean(NodeDirectory.class),
                plane.bean(NodeTrust.class),
                authority,
                plane.bean(TaskKeys.class),
                plane.bean(Confirmations.class),
                plane.bean(Outbox.class),
                plane.bean(SideTrail.class),
                plane.bean(TransactionTemplate.class),
                plane.bean(Clock.class),
                plane.bean(IdSource.class));
    }

    @Test
    void aRebuildThatIsTriedAgainShutsOutWhoCameWithTheTokenOfTheFirst() {
        TestNode node = TestNode.ready(plane);
        rebuild(node.id());
        String first = rebuildToken(node.id());
        TestNode late = TestNode.joined(plane, first, "h");
        String unused = rebuildToken(node.id());
        rebuild(node.id());
        assertRefused(late.heartbeat());
        assertThat(late.copy().enroll(first, "h").code()).isEqualTo("join_token_invalid");
        assertThat(new TestNode(plane).enroll(unused, "h").code()).isEqualTo("join_token_invalid");
        TestNode rebuilt = TestNode.joined(plane, rebuildToken(node.id()), "h");
        rebuilt.requireOk(rebuilt.topology());
        rebuilt.requireOk(rebuilt.inventory());
        assertThat(plane.admin().get("/api/v1/nodes/" + node.id()).text("state"))
                .isEqualTo("ready");
    }

    /** It begins to count at zero, which on other hosts means that they were restored from a copy. */
    @Test
    void aRebuiltHostIsNotTakenForOneRestoredFromACopy() {
        TestNode node = TestNode.ready(plane);
        tasks.discover(node.id());
        node.report(node.nextTask(), TestNode.result(0, "failed", "null"));
        node.requireOk(node.poll(0));
        plane.bean(Confirmations.class).write();
        rebuild(node.id());
        TestNode rebuilt = TestNode.joined(plane, rebuildToken(node.id()), "h");
        rebuilt.requireOk(rebuilt.poll(0));
        rebuilt.requireOk(rebuilt.topology());
        rebuilt.requireOk(rebuilt.inventory());
        assertThat(plane.admin().get("/api/v1/nodes/" + node.id()).text("state"))
                .isEqualTo("ready");
        TaskId next = tasks.discover(node.id());
        JsonNode told = rebuilt.nextTask();
        assertThat(told.path("task_id").asString()).isEqualTo(next.toString());
        assertThat(told.path("sequence").asLong())
                .as("a number nobody was given")
                .isGreaterThan(1);
    }

    /** Has confirmed the number of a task. */
    private TestNode counting() {
        TestNode node = TestNode.ready(plane);
        tasks.discover(node.id());
        node.report(node.nextTask(), TestNode.result(0, "failed", "null"));
        node.requireOk(node.poll(0));
        return node;
    }

    /** As its agent does after it was restored from a copy, or as its root tenant pleases. */
    private void goBack(TestNode node) {
        node.lastSequence = 0;
        // Memory may be a moment behind what was just confirmed.
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            node.requireOk(node.poll(0));
            assertThat(show(node.id()).path("state").asString()).isEqualTo("quarantined");
            assertThat(plane.database()
                            .count("SELECT count(*) FROM nodes.node WHERE tasks_held AND id = '" + node.id() + "'"))
                    .isOne();
        });
    }

    private JsonNode show(NodeId node) {
        return plane.admin().get("/api/v1/nodes/" + node).json();
    }

    private TestNode rebuilt(NodeId node) {
        rebuild(node);
        TestNode rebuilt = TestNode.joined(plane, rebuildToken(node), "h");
        rebuilt.requireOk(rebuilt.topology());
        rebuilt.requireOk(rebuilt.inventory());
        return rebuilt;
    }

    @Test
    void aRebuildEndsTheQuarantineOfAHostWhoseNumbersWentBack() {
        TestNode node = counting();
        goBack(node);
        TestNode rebuilt = rebuilt(node.id());
        assertThat(show(node.id()).path("state").asString()).isEqualTo("ready");
        TaskId next = tasks.discover(node.id());
        JsonNode told = rebuilt.nextTask();
        assertThat(told.path("task_id").asString()).isEqualTo(next.toString());
        rebuilt.requireOk(rebuilt.report(told, TestNode.result(0, "failed", "null")));
        rebuilt.requireOk(rebuilt.poll(0));
        assertThat(show(node.id()).path("state").asString()).isEqualTo("ready");
    }

    @Test
    void aHostWhoseNumbersWentBackIsAfterItsRebuildWhatItsOperatorMadeIt() {
        for (String verb : List.of("cordon", "drain", "quarantine")) {
            TestNode node = counting();
            plane.admin().post("/api/v1/nodes/" + node.id() + "/" + verb, "{\"reason\":\"noisy fan\"}");
            goBack(node);
            rebuilt(node.id());
            assertThat(show(node.id()).path("state").asString())
                    .as(verb)
                    .isEqualTo(verb.equals("quarantine") ? "quarantined" : "cordoned");
            assertThat(show(node.id()).path("state_reason").asString()).as(verb).startsWith("noisy fan");
        }
    }

    /** Agents say the last number they know, and numbers go on after the highest one. */
    @Test
    void aHostThatClaimsAHugeNumberDoesNotUseUpTheNumbersOfTheRebuiltOne() {
        for (long huge : List.of(999_999_999_999_999_999L, Long.MAX_VALUE)) {
            TestNode node = counting();
            tasks.discover(node.id());
            node.post("poll", "{\"boot_id\":\"b\",\"last_sequence\":" + huge + ",\"wait_seconds\":1}");
            TestNode rebuilt = rebuilt(node.id());
            tasks.discover(node.id());
            JsonNode told = rebuilt.nextTask();
            assertThat(told.path("sequence").asLong()).isBetween(1L, 10_000_000L);
            rebuilt.requireOk(rebuilt.poll(0));
        }
    }

    @Test
    void joiningWithATokenDropsTheCertificatesFromBefore() {
        TestNode node = TestNode.ready(plane);
        TestNode old = node.copy();
        node.requireOk(node.renew());
        TestNode joined = TestNode.joined(plane, TestNode.tokenFor(plane, node.id()), "h");
        assertRefused(old.heartbeat());
        assertRefused(node.heartbeat());
        assertRefused(old.renewAtOnce());
        assertThat(joined.heartbeat().status()).isEqualTo(200);
    }

    @Test
    void aUsedTokenAndItsKeyLetNobodyInOnceTheHostHasRenewedOrWasRevoked() {
        String token = TestNode.joinToken(plane);
        TestNode node = new TestNode(plane);
        node.requireOk(node.enroll(token));
        TestNode thief = node.copy();
        node.requireOk(node.renew());
        node.requireOk(node.heartbeat());
        assertThat(thief.enroll(token, "h").code()).isEqualTo("join_token_used");
        assertThat(node.heartbeat().status()).isEqualTo(200);

        String other = TestNode.joinToken(plane);
        TestNode second = new TestNode(plane);
        second.requireOk(second.enroll(other));
        plane.admin().post("/api/v1/nodes/" + second.id() + "/revoke-certificates", "{\"reason\":\"leaked\"}");
        assertThat(second.copy().enroll(other, "h").code()).isEqualTo("join_token_invalid");
    }

    @Test
    void aCertificateIsRenewedInTheSecondHalfOfItsLifeAndAgainWhenTheAnswerWasLost() {
        TestNode node = TestNode.ready(plane);
        assertThat(node.renewAtOnce().code()).isEqualTo("certificate_renewal_early");
        assertThat(node.copy().recover().code()).isEqualTo("certificate_renewal_early");
        node.growOld();
        TestNode lost = node.copy();
        lost.requireOk(lost.renewAtOnce());
        node.requireOk(node.renewAtOnce());
        node.requireOk(node.heartbeat());
        assertThat(node.renewAtOnce().code()).as("a new one").isEqualTo("certificate_renewal_early");
    }

    @Test
    void aNodeIsGivenFewCertificatesAnHour() {
        TestNode node = TestNode.ready(plane);
        node.growOld();
        int given = 0;
        TestNode.Reply last = node.copy().renewAtOnce();
        while (last.status() == 200 && given <= RenewalRule.RENEWALS_MAX) {
            given++;
            last = node.copy().renewAtOnce();
        }
        assertThat(given).isEqualTo(RenewalRule.RENEWALS_MAX);
        assertThat(last.code()).isEqualTo("rate_limited");
        // The rebuild restores what the last holder used up.
        rebuild(node.id());
        TestNode rebuilt = TestNode.joined(plane, rebuildToken(node.id()), "h");
        assertThat(rebuilt.heartbeat().status()).isEqualTo(200);
    }

    @Test
    void openTasksEndWhenTheRebuildBegins() {
        TestNode node = TestNode.ready(plane);
        TaskId once = tasks.add(
                node.id(),
                "logs.collect",
                Map.of("sources", List.of("agent")),
                new NodeTasks.Options(Duration.ofMinutes(5), 1));
        JsonNode told = node.nextTask();
        node.requireOk(node.report(told, TestNode.started(0)));
        rebuild(node.id());
        assertThat(tasks.find(once).state().ended()).isTrue();
        assertThat(tasks.find(once).code()).isEqualTo("node_rebuilt");
        assertRefused(node.report(told, TestNode.result(1, "succeeded", "{\"logs\":[]}")));
    }

    @Test
    void aRebuiltHostCannotNameAnotherMachineToBeErased() {
        TestNode node = new TestNode(plane);
        node.requireOk(node.enroll(TestNode.joinToken(plane), "machine-1"));
        rebuild(node.id());
        TestNode.joined(plane, rebuildToken(node.id()), "machine-2");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM nodes.node WHERE hostname = 'machine-1' AND id = '" + node.id()
                                + "'"))
                .isOne();
    }
}
