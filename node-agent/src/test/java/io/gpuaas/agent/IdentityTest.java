package io.gpuaas.agent;

import static io.gpuaas.agent.TestNode.PATIENCE;
import static io.gpuaas.agent.TestNode.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.wire.ControlPlane;
import io.gpuaas.agent.wire.Identity;
import io.gpuaas.agent.wire.JoinToken;
import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.ServerClock;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.tls.CertificateRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Enrolment, renewal and recovery. */
class IdentityTest {

    /** Long enough to renew in, short enough to wait for. */
    private static final Duration SHORT = Duration.ofSeconds(4);

    @TempDir
    Path folder;

    private FakeControlPlane controlPlane;
    private TestNode node;

    @SuppressWarnings("NullAway.Init")
    IdentityTest() {}

    @BeforeEach
    void start() throws Exception {
        controlPlane = new FakeControlPlane();
        node = new TestNode(controlPlane, folder.resolve("state"));
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
        controlPlane.close();
    }

    @Test
    void keysAndStateAreReadableByTheirOwnerAlone() throws Exception {
        node.enroll();
        node.start();
        node.result(controlPlane.send("user.provision", user("ada")));
        renewWithoutUse();
        node.state.lock().close();
        Path state = folder.resolve("state");
        List<Path> own;
        // The folder of the simulated host is a machine, not the agent's state.
        try (Stream<Path> all = Files.walk(state)) {
            own = all.filter(path -> !path.startsWith(state.resolve("host"))).toList();
        }
        assertThat(own)
                .contains(
                        state.resolve("identity.json"), state.resolve("identity-next.json"), state.resolve("journal"));
        for (Path path : own) {
            assertThat(mode(path)).as(path.toString()).isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
        }
    }

    @Test
    void anEnrolmentWhoseAnswerWasLostIsRepeatedWithTheSameKey() throws Exception {
        controlPlane.loseNextCredentials = true;
        assertThatThrownBy(node::enroll).isInstanceOf(ServerException.class);
        // The server bound the token to the first key: another one would be refused with join_token_used.
        assertThat(node.enroll()).isEqualTo(controlPlane.node);
    }

    @Test
    void anErasedHostComesBackWithItsTokenAndANewKeyAndThenSaysThatItDidSo() throws Exception {
        node.enroll();
        node.start();
        String before = Files.readString(folder.resolve("state/identity.json"));
        controlPlane.loseNextCredentials = true;
        TaskId task = controlPlane.send("host.reimage", """
                {"allocation_id":"00000000-0000-4000-8000-0000000000aa","join_token":"%s"}""".formatted(controlPlane.rejoinToken()));
        assertThat(node.result(task).path("outcome").asString()).isEqualTo("succeeded");
        assertThat(controlPlane.calls.stream().filter("/node/v1/enroll"::equals))
                .as("the answer that was lost is asked for again")
                .hasSizeGreaterThanOrEqualTo(3);
        String after = Files.readString(folder.resolve("state/identity.json"));
        assertThat(Json.LENIENT.readTree(after).path("private_key"))
                .isNotEqualTo(Json.LENIENT.readTree(before).path("private_key"));
        assertThat(folder.resolve("state/identity-rejoin.json")).doesNotExist();
    }

    @Test
    void anErasedHostThatDiedBeforeItHeardOfItsCertificateJoinsWhenItStarts() throws Exception {
        node.enroll();
        new IdentityStore(node.state).beginRejoin(controlPlane.rejoinToken(), "boot");
        controlPlane.serials.current = "revoked";
        node.start();
        await().atMost(PATIENCE)
                .until(() -> Files.notExists(folder.resolve("state/identity-rejoin.json"))
                        && !controlPlane.heartbeats.isEmpty());
    }

    @Test
    void aTokenUsedByAnotherHostIsRefused() throws Exception {
        node.enroll();
        TestNode other = new TestNode(controlPlane, folder.resolve("other"));
        assertThatThrownBy(other::enroll).hasMessageContaining("join_token_used");
    }

    @Test
    void anEnrolledHostIsNotEnrolledAgain() throws Exception {
        node.enroll();
        assertThatThrownBy(node::enroll).hasMessageContaining("already");
    }

    @Test
    void aServerOfAnotherAuthorityIsNotToldTheToken() throws Exception {
        try (FakeControlPlane impostor = new FakeControlPlane()) {
            Enrolment enrolment = new Enrolment(new IdentityStore(node.state));
            JoinToken token = JoinToken.parse(controlPlane.joinToken());
            assertThatThrownBy(() -> enrolment.enroll(impostor.address(), token, "host-1", "boot"))
                    .isInstanceOf(ServerException.class)
                    .hasMessageContaining("join token names");
            assertThat(impostor.calls).isEmpty();
        }
    }

    @Test
    void aStaleIdentityIsRenewedWithANewKeyAndWorkGoesOn() throws Exception {
        node.enroll();
        String before = Files.readString(folder.resolve("state/identity.json"));
        String serial = controlPlane.serials.current;
        node.start();
        controlPlane.credentialsStale = true;
        controlPlane.nudge();

        await().atMost(PATIENCE).until(() -> !controlPlane.serials.current.equals(serial));

        assertThat(node.result(controlPlane.send("user.provision", user("ada")))
                        .path("outcome")
                        .asString())
                .isEqualTo("succeeded");
        await().atMost(PATIENCE).until(() -> Files.notExists(folder.resolve("state/identity-next.json")));
        assertThat(privateKey(Files.readString(folder.resolve("state/identity.json"))))
                .isNotEqualTo(privateKey(before));
    }

    @Test
    void aFleetThatJoinedAtOnceRenewsSpreadBetweenSevenTwelfthsAndTwoThirdsOfTheLife() throws Exception {
        node.enroll();
        Identity identity = new IdentityStore(node.state).requireCurrent().identity();
        Instant begin = identity.notBefore();
        long life = Duration.between(begin, identity.notAfter()).toMillis();
        Instant first = begin.plusMillis(life * 7 / 12);
        Instant last = begin.plusMillis(life * 2 / 3);
        assertThat(Renewal.dueOf(identity, 0)).isCloseTo(last, within(1, ChronoUnit.MILLIS));
        assertThat(Renewal.dueOf(identity, 1)).isCloseTo(first, within(1, ChronoUnit.MILLIS));
        Instant half = first.plus(Duration.between(first, last).dividedBy(2));
        assertThat(Renewal.dueOf(identity, 0.5)).isCloseTo(half, within(1, ChronoUnit.MILLIS));
    }

    @Test
    void aRenewalWhoseAnswerWasLostIsMadeAgainAndTheOldCertificateStillCounts() throws Exception {
        node.enroll();
        String serial = controlPlane.serials.current;
        node.start();
        controlPlane.loseNextCredentials = true;
        controlPlane.credentialsStale = true;
        controlPlane.nudge();
        await().atMost(PATIENCE)
                .until(() -> controlPlane.calls.stream()
                                .filter("/node/v1/renew"::equals)
                                .count()
                        >= 1);
        controlPlane.credentialsStale = true;
        controlPlane.nudge();
        await().atMost(PATIENCE).until(() -> !controlPlane.serials.current.equals(serial));
        assertThat(node.result(controlPlane.send("user.provision", user("ada")))
                        .path("outcome")
                        .asString())
                .isEqualTo("succeeded");
    }

    @Test
    void aCertificateInItsLastThirdIsRenewedByItself() throws Exception {
        // It began 600 s ago, so with 200 s left it is at three quarters of its life.
        controlPlane.certificateLife = Duration.ofSeconds(200);
        node.enroll();
        String serial = controlPlane.serials.current;
        controlPlane.certificateLife = Duration.ofHours(24);
        node.start();
        await().atMost(PATIENCE).until(() -> !controlPlane.serials.current.equals(serial));
    }

    @Test
    void aNewCertificateIsTakenUpAfterARestartBeforeItsFirstUse() throws Exception {
        node.enroll();
        renewWithoutUse();
        String next = controlPlane.serials.next;
        node.start();
        await().atMost(PATIENCE).until(() -> controlPlane.serials.current.equals(next));
        await().atMost(PATIENCE).until(() -> Files.notExists(folder.resolve("state/identity-next.json")));
    }

    private void renewWithoutUse() throws Exception {
        IdentityStore store = new IdentityStore(node.state);
        IdentityStore.Known current = store.requireCurrent();
        var keys = store.nextKey(current.server());
        try (var calls = new ControlPlane(current.server(), current.identity(), new ServerClock(Clock.systemUTC()))) {
            store.saveNext(current.server(), keys, calls.renew(CertificateRequest.pem(keys, "host-1")));
        }
    }

    /** The host went down after the server had seen the new certificate and before that was noted. */
    @Test
    void aNewCertificateTheServerHasSeenIsTakenUpAlsoWhenTheOldOneHasExpired() throws Exception {
        controlPlane.certificateLife = SHORT;
        node.enroll();
        controlPlane.certificateLife = Duration.ofHours(24);
        renewWithoutUse();
        String next = controlPlane.serials.next;
        serverHasSeenTheNext();
        awaitExpiry(new IdentityStore(node.state).requireCurrent().identity());

        node.start();

        assertThat(node.result(controlPlane.send("user.provision", user("ada")))
                        .path("outcome")
                        .asString())
                .isEqualTo("succeeded");
        assertThat(controlPlane.serials.current).isEqualTo(next);
        assertThat(folder.resolve("state/identity-next.json")).doesNotExist();
        assertThat(controlPlane.calls).doesNotContain("/node/v1/recover");
    }

    @Test
    void aNewCertificateTheServerHasSeenIsRecoveredWithItsKeyWhenItHasExpiredToo() throws Exception {
        controlPlane.certificateLife = SHORT;
        node.enroll();
        renewWithoutUse();
        serverHasSeenTheNext();
        String next = Files.readString(folder.resolve("state/identity-next.json"));
        awaitExpiry(new IdentityStore(node.state).findNext().orElseThrow().identity());
        controlPlane.certificateLife = Duration.ofHours(24);

        node.start();

        assertThat(node.result(controlPlane.send("user.provision", user("ada")))
                        .path("outcome")
                        .asString())
                .isEqualTo("succeeded");
        await().atMost(PATIENCE).until(() -> Files.notExists(folder.resolve("state/identity-next.json")));
        assertThat(privateKey(Files.readString(folder.resolve("state/identity.json"))))
                .isEqualTo(privateKey(next));
    }

    /** The server's database was restored from before the renewal. */
    @Test
    void aNewCertificateTheServerDoesNotKnowDoesNotKeepTheOldOneFromBeingRecovered() throws Exception {
        controlPlane.certificateLife = SHORT;
        node.enroll();
        String before = Files.readString(folder.resolve("state/identity.json"));
        controlPlane.certificateLife = Duration.ofHours(24);
        renewWithoutUse();
        controlPlane.serials.next = "";
        awaitExpiry(new IdentityStore(node.state).requireCurrent().identity());

        node.start();

        assertThat(node.result(controlPlane.send("user.provision", user("ada")))
                        .path("outcome")
                        .asString())
                .isEqualTo("succeeded");
        assertThat(folder.resolve("state/identity-next.json")).doesNotExist();
        assertThat(privateKey(Files.readString(folder.resolve("state/identity.json"))))
                .isEqualTo(privateKey(before));
    }

    private void serverHasSeenTheNext() {
        controlPlane.serials.current = controlPlane.serials.next;
        controlPlane.serials.next = "";
    }

    private static void awaitExpiry(Identity identity) {
        await().atMost(PATIENCE).until(() -> identity.notAfter().isBefore(Instant.now()));
    }

    @Test
    void anExpiredCertificateIsRecoveredWithItsKey() throws Exception {
        controlPlane.certificateLife = Duration.ofSeconds(1);
        node.enroll();
        String before = Files.readString(folder.resolve("state/identity.json"));
        awaitExpiry(new IdentityStore(node.state).requireCurrent().identity());
        controlPlane.certificateLife = Duration.ofHours(24);
        node.start();
        assertThat(node.result(controlPlane.send("user.provision", user("ada")))
                        .path("outcome")
                        .asString())
                .isEqualTo("succeeded");
        assertThat(privateKey(Files.readString(folder.resolve("state/identity.json"))))
                .isEqualTo(privateKey(before));
    }

    @Test
    void twoAgentsOnOneFolderAreRefused() throws Exception {
        node.enroll();
        try (AutoCloseable held = node.state.lock()) {
            assertThat(held).isNotNull();
            assertThatThrownBy(node.state::lock).hasMessageContaining("another agent");
        }
    }

    @Test
    void nothingSecretIsLeftInTemporaryFiles() throws Exception {
        node.enroll();
        try (Stream<Path> files = Files.list(folder.resolve("state"))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactly("identity.json");
        }
    }

    private static String privateKey(String json) {
        return Json.LENIENT.readTree(json).path("private_key").asString();
    }

    private static String mode(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
