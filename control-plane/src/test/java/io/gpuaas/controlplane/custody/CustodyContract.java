package io.gpuaas.controlplane.custody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.TestDatabase;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.MovableClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The contract of custody, whatever store the secrets end in. */
abstract class CustodyContract {

    static final String CANARY = "canary-7f3a91-do-not-show";

    private static final TestDatabase DATABASE = TestDatabase.create();

    final MovableClock clock = MovableClock.stoppedAt(Instant.parse("2026-03-02T10:00:00Z"));
    final TenantId tenant = new TenantId(UUID.randomUUID());

    @TempDir
    Path folder;

    private TransactionTemplate transaction;
    private SecretRows rows;
    SecretCustody custody;
    SecretMoves moves;

    @SuppressWarnings("NullAway.Init")
    CustodyContract() {}

    abstract Optional<OutsideStore> outside();

    @BeforeEach
    void open() {
        DATABASE.execute("TRUNCATE custody.secret, custody.tenant_key");
        use(folder.resolve("custody.keyset"));
    }

    /** Opens custody as another process does, with the keyset in this file. */
    final void use(Path keyset) {
        DriverManagerDataSource database =
                new DriverManagerDataSource(DATABASE.url(), TestDatabase.user(), TestDatabase.password());
        transaction = new TransactionTemplate(new JdbcTransactionManager(database));
        rows = new SecretRows(JdbcClient.create(database));
        CustodyKeys keys = new CustodyKeys(keyset);
        custody = new SecretCustody(rows, keys, outside(), clock);
        moves = new SecretMoves(rows, custody, keys, outside(), transaction, clock);
    }

    SecretName name(String path) {
        return new SecretName(tenant, path);
    }

    void put(SecretName name, String secret) {
        transaction.executeWithoutResult(status -> custody.put(name, bytes(secret)));
    }

    void destroy(SecretName name) {
        transaction.executeWithoutResult(status -> custody.destroy(name));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    String opened(SecretName name) {
        return custody.open(name)
                .map(secret -> new String(secret, StandardCharsets.UTF_8))
                .orElse("nothing");
    }

    @Test
    void aSecretOpensBeforeAndAfterItsMoveUntilItIsDestroyed() {
        SecretName name = name("credential/hugging-face/1");
        put(name, CANARY);
        assertThat(opened(name)).isEqualTo(CANARY);
        moves.moveAll();
        assertThat(opened(name)).isEqualTo(CANARY);
        destroy(name);
        assertThat(opened(name)).isEqualTo("nothing");
        clock.forward(SecretMoves.ENDING_AFTER);
        moves.moveAll();
        assertThat(DATABASE.count("SELECT count(*) FROM custody.secret WHERE state = 'destroyed' AND sealed IS NULL"))
                .isEqualTo(1);
        outside().ifPresent(store -> assertThat(store.read(name)).isEmpty());
    }

    @Test
    void anySecretOfBytesIsKeptUnchanged() {
        byte[] secret = new byte[SecretCustody.SECRET_BYTES_MAX];
        new Random(7).nextBytes(secret);
        SecretName name = name("credential/large/1");
        transaction.executeWithoutResult(status -> custody.put(name, secret));
        moves.moveAll();
        assertThat(custody.open(name))
                .hasValueSatisfying(bytes -> assertThat(bytes).isEqualTo(secret));
        for (byte[] wrong : List.of(new byte[0], new byte[SecretCustody.SECRET_BYTES_MAX + 1])) {
            assertThatThrownBy(() -> transaction.executeWithoutResult(status -> custody.put(name("a/b"), wrong)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aTransactionThatFailsStoresAndDestroysNothing() {
        SecretName kept = name("credential/kept/1");
        SecretName undone = name("credential/undone/1");
        put(kept, CANARY);
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    custody.put(undone, bytes(CANARY));
                    custody.destroy(kept);
                    throw new IllegalStateException("the caller failed");
                }))
                .hasMessage("the caller failed");
        moves.moveAll();
        assertThat(opened(undone)).isEqualTo("nothing");
        assertThat(opened(kept)).isEqualTo(CANARY);
        outside().ifPresent(store -> assertThat(store.read(undone)).isEmpty());
    }

    @Test
    void aNameIsNotUsedTwice() {
        SecretName name = name("credential/once/1");
        put(name, CANARY);
        assertThatThrownBy(() -> put(name, "another")).isInstanceOf(CustodyException.class);
        destroy(name);
        assertThatThrownBy(() -> put(name, "another")).isInstanceOf(CustodyException.class);
        assertThat(opened(name)).isEqualTo("nothing");
    }

    @Test
    void secretsAreStoredInTransactionsAndOpenedOutsideOfThem() {
        SecretName name = name("credential/place/1");
        assertThatThrownBy(() -> custody.put(name, bytes("x"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> custody.destroy(name)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> custody.open(name)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aRowDoesNotOpenUnderAnotherNameOrTenant() {
        SecretName name = name("credential/mine/1");
        put(name, CANARY);
        put(name("credential/other/1"), "other");
        TenantId thief = new TenantId(UUID.randomUUID());
        transaction.executeWithoutResult(status -> custody.put(new SecretName(thief, "credential/bait/1"), bytes("b")));
        String stolen = "(SELECT sealed FROM custody.secret WHERE name = 'credential/mine/1')";
        DATABASE.execute("UPDATE custody.secret SET sealed = " + stolen + " WHERE name = 'credential/other/1'");
        DATABASE.execute("UPDATE custody.secret SET sealed = " + stolen + " WHERE name = 'credential/bait/1'");
        assertThatThrownBy(() -> opened(name("credential/other/1"))).isInstanceOf(CustodyException.class);
        assertThatThrownBy(() -> opened(new SecretName(thief, "credential/bait/1")))
                .isInstanceOf(CustodyException.class);
        // Nor with the key of the other tenant brought along.
        DATABASE.execute(
                "UPDATE custody.tenant_key SET wrapped = (SELECT wrapped FROM custody.tenant_key WHERE tenant_id = '"
                        + tenant + "') WHERE tenant_id = '" + thief + "'");
        assertThatThrownBy(() -> opened(new SecretName(thief, "credential/bait/1")))
                .isInstanceOf(CustodyException.class);
    }

    @Test
    void theDatabaseHasNoSecretInTheClear() {
        put(name("credential/canary/1"), CANARY);
        assertThat(DATABASE.count("SELECT count(*) FROM custody.secret WHERE position('" + CANARY
                        + "'::bytea IN sealed) > 0 OR position(convert_to('"
                        + java.util.Base64.getEncoder().encodeToString(bytes(CANARY)) + "', 'UTF8') IN sealed) > 0"))
                .isZero();
        assertThatThrownBy(() -> put(name("credential/canary/1"), CANARY)).hasMessageNotContaining(CANARY);
    }

    @Test
    void anotherProcessWithTheSameKeysetOpensIt() {
        put(name("credential/shared/1"), CANARY);
        use(folder.resolve("custody.keyset"));
        assertThat(opened(name("credential/shared/1"))).isEqualTo(CANARY);
    }

    @Test
    void transactionsThatMakeATenantsKeyAtOnceUseOneKey() throws Exception {
        int parallel = 8;
        CyclicBarrier together = new CyclicBarrier(parallel);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Object>> puts = IntStream.range(0, parallel)
                    .mapToObj(number -> threads.submit((Callable<Object>) () -> {
                        together.await();
                        put(name("credential/at-once/" + number), CANARY);
                        return number;
                    }))
                    .toList();
            for (Future<Object> one : puts) {
                one.get();
            }
        }
        for (int number = 0; number < parallel; number++) {
            assertThat(opened(name("credential/at-once/" + number))).isEqualTo(CANARY);
        }
    }

    @Test
    void pathsLeadNowhereElse() {
        for (String path : List.of("a", "../x", "a/../b", "a//b", "/a/b", "A/b", "a/b c", "", "a/" + "b".repeat(200))) {
            assertThatThrownBy(() -> name(path)).as(path).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
