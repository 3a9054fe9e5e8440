package io.gpuaas.controlplane.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.testkit.Against;
import java.util.List;
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
    void whatBrokeOnOurSideAlwaysHasARow() {
        int attempts = Refusals.WRITTEN_OF_A_KIND_MAX + 3;
        for (int number = 1; number <= attempts; number++) {
            attempt(number, ErrorCode.INTERNAL_ERROR);
        }
        refusals.flush();
        assertThat(rows()).hasSize(attempts);
    }
}
