package io.gpuaas.controlplane.identity;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.gpuaas.api.CreateTenant;
import io.gpuaas.api.Tenant;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.TestDatabase;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.testkit.Against;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.RestController;

/** A handler that throws after its writes leaves nothing behind but the trace of its failure. */
@Against("PostgreSQL")
class AtomicityTest {

    @RestController
    static class BreakingHandler extends IdentityHandler {

        BreakingHandler(Tenancy tenancy, IdentityStore store, GpuaasProperties properties) {
            super(tenancy, store, properties);
        }

        @Override
        public Tenant createTenant(CreateTenant command) {
            Tenant tenant = super.createTenant(command);
            if (command.slug().startsWith("breaks")) {
                throw new IllegalStateException("broke after writing " + tenant.slug());
            }
            return tenant;
        }
    }

    static class Additions {
        @Bean
        IdentityHandler identityHandler(Tenancy tenancy, IdentityStore store, GpuaasProperties properties) {
            return new BreakingHandler(tenancy, store, properties);
        }
    }

    @Test
    void aThrowingHandlerLeavesNoRowAndIsVisibleToTheOperator() {
        // The relay is off, so that the outbox shows what was appended.
        try (TestControlPlane plane = TestControlPlane.start(Map.of("gpuaas.roles", "api"), Additions.class)) {
            ListAppender<ILoggingEvent> logged = captureLog();
            ApiClient admin = plane.admin();
            TestDatabase database = plane.database();
            Reply reply = admin.send(
                    "POST",
                    "/api/v1/tenants",
                    "{\"slug\":\"breaks-late\",\"name\":\"N\"}",
                    "Idempotency-Key",
                    "key-of-the-broken",
                    "X-Correlation-Id",
                    "find-me-1");
            assertThat(reply.status()).isEqualTo(500);
            assertThat(reply.text("code")).isEqualTo("internal_error");
            assertThat(reply.text("correlation_id")).isEqualTo("find-me-1");
            assertThat(reply.body()).doesNotContain("broke after writing");

            assertThat(database.count("SELECT count(*) FROM identity.tenant")).isZero();
            assertThat(database.count("SELECT count(*) FROM events.outbox")).isZero();
            assertThat(database.count("SELECT count(*) FROM events.aggregate_sequence"))
                    .isZero();
            assertThat(database.count("SELECT count(*) FROM pipeline.idempotency"))
                    .isZero();
            assertThat(database.count("SELECT count(*) FROM audit.event WHERE outcome = 'succeeded'"))
                    .isZero();

            Reply audit = admin.get("/api/v1/audit-events?correlation_id=find-me-1");
            assertThat(audit.json().at("/items/0/outcome").asString()).isEqualTo("failed");
            assertThat(audit.json().at("/items/0/action").asString()).isEqualTo("tenant.create");
            assertThat(logged.list).anySatisfy(line -> {
                assertThat(line.getLevel().toString()).isEqualTo("ERROR");
                assertThat(line.getMDCPropertyMap()).containsEntry("correlation_id", "find-me-1");
                assertThat(line.getThrowableProxy().getMessage()).contains("broke after writing");
            });

            Reply retry = admin.post("/api/v1/tenants", "{\"slug\":\"works\",\"name\":\"N\"}", "key-of-the-broken");
            assertThat(retry.status()).isEqualTo(201);
            assertThat(database.count("SELECT count(*) FROM events.outbox")).isEqualTo(1);
        }
    }

    /** Only after the start, which configures logging again. */
    private static ListAppender<ILoggingEvent> captureLog() {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).addAppender(logged);
        return logged;
    }
}
