package io.gpuaas.controlplane.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.testkit.Against;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

@Against("PostgreSQL")
class RefusalsTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final Refusals refusals = plane.bean(Refusals.class);
    private final String target = "thing:" + UUID.randomUUID();

    private void attempt(int number, ErrorCode code) {
        Call call = Call.system("test", new CorrelationId(target.substring(6) + "-" + number));
        refusals.record(call, "thing.look_at", target, code);
    }

    private List<@Nullable String> rows() {
        return plane.bean(JdbcClient.class)
                .sql("""
                        SELECT split_part(correlation_id, '-', 6) || coalesce(' ' || detail, '') FROM audit.event
                        WHERE target = :target ORDER BY id""")
                .param("target", target)
                .query(String.class)
                .list();
    }

    @Test
    void theFirstFewHaveRowsOfTheirOwnAndTheRestOneTogether() {
        int attempts = Refusals.WRITTEN_OF_A_KIND_MAX + 3;
        for (int number = 1; number <= attempts; number++) {
            attempt(number, ErrorCode.NOT_FOUND);
        }
        assertThat(rows())
                .hasSize(Refusals.WRITTEN_OF_A_KIND_MAX)
                .startsWith("1")
                .endsWith("10");

        refusals.flush();
        assertThat(rows())
                .hasSize(Refusals.WRITTEN_OF_A_KIND_MAX + 1)
                .last()
                .asString()
                .startsWith("1 ")
                .contains("repeated", "3");
    }

    @Test
    void everyServerErrorHasARowOfItsOwn() {
        int attempts = Refusals.WRITTEN_OF_A_KIND_MAX + 3;
        for (int number = 1; number <= attempts; number++) {
            attempt(number, ErrorCode.INTERNAL_ERROR);
        }
        refusals.flush();
        assertThat(rows()).hasSize(attempts);
    }

    private static final Map<String, String> AS_SHIPPED =
            Map.of("gpuaas.audit.refusals-per-address-max", "10", "gpuaas.audit.refusals-max", "1000");

    private static Call from(String address, Caller caller) {
        return new Call("test", caller, new CorrelationId("c-" + UUID.randomUUID()), null, null, address);
    }

    @Test
    void strangersOfAllAddressesTogetherAddABoundedNumberOfRowsOnTwoProcesses() {
        try (TestControlPlane one = TestControlPlane.start(AS_SHIPPED);
                TestControlPlane two = one.startTwin(AS_SHIPPED)) {
            List<Refusals> both = List.of(one.bean(Refusals.class), two.bean(Refusals.class));
            for (int i = 0; i < 1_500; i++) {
                String address = "10." + (i % 5) + "." + (i / 250) + "." + (i % 250);
                both.get(i % 2).record(from(address, Caller.ANONYMOUS), "a.b", "thing:" + i, ErrorCode.UNAUTHENTICATED);
            }
            both.forEach(Refusals::flush);
            assertThat(one.database().count("SELECT count(*) FROM audit.event WHERE outcome = 'refused'"))
                    .isBetween(300L, 1_000L);
            assertThat(one.database().count("SELECT count(*) FROM audit.event WHERE action = 'refusals.counted'"))
                    .isBetween(1L, 2L);
            assertThat(one.database().count("""
                            SELECT (SELECT count(*) FROM audit.event WHERE action = 'a.b')
                                + (SELECT sum((detail::json ->> 'count')::bigint) FROM audit.event
                                   WHERE action = 'refusals.counted')"""))
                    .as("every attempt is written or counted")
                    .isEqualTo(1_500);
        }
    }

    @Test
    void oneAddressAddsAFewRowsWhateverItAsksForAndWhoeverItSaysItIs() {
        try (TestControlPlane one = TestControlPlane.start(AS_SHIPPED);
                TestControlPlane two = one.startTwin(AS_SHIPPED)) {
            List<Refusals> both = List.of(one.bean(Refusals.class), two.bean(Refusals.class));
            for (int i = 0; i < 200; i++) {
                // All in one /64, which one host may use as it likes.
                Call stranger = from("2001:db8:1:2::" + Integer.toHexString(i), Caller.ANONYMOUS);
                Caller known = new Caller("user-" + i, Caller.Kind.USER, "somebody");
                both.get(i % 2).record(stranger, "a." + i, "thing:" + i, ErrorCode.UNAUTHENTICATED);
                both.get(i % 2).record(from("10.1.1.1", known), "a." + i, "thing:" + i, ErrorCode.RATE_LIMITED);
            }
            assertThat(one.database().count("SELECT count(*) FROM audit.event WHERE source_address LIKE '2001:db8:%'"))
                    .isBetween(1L, 10L);
            assertThat(one.database().count("SELECT count(*) FROM audit.event WHERE source_address = '10.1.1.1'"))
                    .isBetween(1L, 10L);
        }
    }

    @Test
    void neitherFailuresNorRefusalsOfOneCallerFloodTheTrail() {
        try (TestControlPlane one = TestControlPlane.start(AS_SHIPPED)) {
            Refusals written = one.bean(Refusals.class);
            Caller known = new Caller("user-x", Caller.Kind.USER, "somebody");
            for (int i = 0; i < 600; i++) {
                written.record(from("10.2.2.2", known), "a.failed", "thing:" + i, ErrorCode.INTERNAL_ERROR);
                written.record(from("10.2.2.2", known), "a.refused", "thing:" + i, ErrorCode.NOT_FOUND);
            }
            assertThat(one.database().count("SELECT count(*) FROM audit.event WHERE action = 'a.failed'"))
                    .isBetween(100L, 200L);
            assertThat(one.database().count("SELECT count(*) FROM audit.event WHERE action = 'a.refused'"))
                    .isBetween(100L, 200L);
        }
    }
}
