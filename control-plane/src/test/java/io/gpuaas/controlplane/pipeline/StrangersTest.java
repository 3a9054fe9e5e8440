package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.testkit.Against;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The cost of callers without a valid credential, or over their limit, for two processes on one database. */
@Against("PostgreSQL")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StrangersTest {

    private static final int ROWS_PER_ADDRESS_MAX = 10;
    private static final int ANONYMOUS_PER_MINUTE = 120;
    private static final int FLOOD = 400;

    /** Tests usually have more room. */
    private static final Map<String, String> AS_SHIPPED = Map.of(
            "gpuaas.audit.refusals-per-address-max",
            String.valueOf(ROWS_PER_ADDRESS_MAX),
            "gpuaas.audit.refusals-max",
            "1000");

    private final TestControlPlane plane = TestControlPlane.start(AS_SHIPPED, CountedConnections.class);
    private final TestControlPlane twin = plane.startTwin(AS_SHIPPED, CountedConnections.class);

    /** Counts how often the thread of a request goes to the database. */
    @Configuration(proxyBeanMethods = false)
    static class CountedConnections {

        static final AtomicInteger TAKEN = new AtomicInteger();

        @Bean
        static BeanPostProcessor countConnections() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return name.equals("dataSource") ? counted((DataSource) bean) : bean;
                }
            };
        }

        private static DataSource counted(DataSource real) {
            return (DataSource) Proxy.newProxyInstance(
                    DataSource.class.getClassLoader(),
                    new Class<?>[] {DataSource.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("getConnection")
                                && Thread.currentThread().getName().startsWith("tomcat-handler")) {
                            TAKEN.incrementAndGet();
                        }
                        try {
                            return method.invoke(real, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    }

    @BeforeAll
    void makeRoom() {
        // The limit of administrators is not under test.
        plane.admin().put("/api/v1/policies/rate_limit.admin_requests_per_minute", "{\"value\":\"100000\"}");
    }

    @AfterAll
    void stop() {
        twin.close();
        plane.close();
    }

    private static String somewhere() {
        return "/api/v1/projects/" + UUID.randomUUID();
    }

    private long rowsOf(String condition) {
        return plane.database().count("SELECT count(*) FROM audit.event WHERE outcome = 'refused' AND " + condition);
    }

    @Test
    void aFloodFromOneAddressAddsAFewRowsOnBothProcessesTogether() {
        List<ApiClient> both = List.of(plane.anonymous(), twin.anonymous());
        long before = rowsOf("actor_kind = 'anonymous' AND source_address IS NOT NULL");
        int admitted = 0;
        long began = System.nanoTime();
        for (int i = 0; i < FLOOD; i++) {
            int status = both.get(i % 2).get(somewhere()).status();
            assertThat(status).isIn(401, 429);
            admitted += status == 401 ? 1 : 0;
        }
        assertThat(rowsOf("actor_kind = 'anonymous' AND source_address IS NOT NULL") - before)
                .isLessThanOrEqualTo(ROWS_PER_ADDRESS_MAX);
        long passed = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        assertThat((long) admitted)
                .as("the limit holds for both together; two come back each second")
                .isLessThanOrEqualTo(ANONYMOUS_PER_MINUTE + 2 * (passed + 2));
    }

    /** Last: afterwards tokens that this address has not used before are refused too. */
    @Test
    @Order(Integer.MAX_VALUE)
    void credentialsThatNobodyKnowsCostNoStatementOnceTheAddressIsOverItsLimit() {
        ApiClient known = plane.admin();
        known.get("/api/v1/me");
        for (int i = 0; i < FLOOD; i++) {
            plane.client("gpuaas_" + UUID.randomUUID()).get(somewhere());
        }
        assertThat(known.get("/api/v1/me").status())
                .as("a token that was good lately goes on")
                .isEqualTo(200);
        int before = CountedConnections.TAKEN.get();
        int refused = 0;
        for (int i = 0; i < 100; i++) {
            refused +=
                    plane.client("gpuaas_" + UUID.randomUUID()).get(somewhere()).status() == 429 ? 1 : 0;
        }
        // One address gets two look-ups a second back; rows of the trail are bounded by themselves.
        assertThat(CountedConnections.TAKEN.get() - before).isLessThanOrEqualTo(2 * (100 - refused) + 15);
    }

    @Test
    void aCallerOverTheLimitCostsNoLookUpOfPlaces() {
        ApiClient admin = plane.admin();
        admin.put("/api/v1/policies/rate_limit.default_requests_per_minute", "{\"value\":\"30\"}");
        try {
            ApiClient stranger = plane.client(plane.principals().withoutRole());
            for (int i = 0; i < 60; i++) {
                stranger.get(somewhere());
            }
            int before = CountedConnections.TAKEN.get();
            int refused = 0;
            for (int i = 0; i < 100; i++) {
                refused += stranger.get(somewhere()).status() == 429 ? 1 : 0;
            }
            // Its token is looked up again every few seconds, and what got through looked up its place and left a row.
            assertThat(CountedConnections.TAKEN.get() - before).isLessThanOrEqualTo(4 * (100 - refused) + 10);
        } finally {
            admin.delete("/api/v1/policies/rate_limit.default_requests_per_minute");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 240})
    void aLimitOfACallerHoldsForBothProcessesTogether(int perMinute) {
        ApiClient admin = plane.admin();
        String tenant = admin.createTenant();
        admin.put(
                "/api/v1/tenants/" + tenant + "/policies/rate_limit.default_requests_per_minute",
                "{\"value\":\"" + perMinute + "\"}");
        String token = plane.principals().inTenant(Role.TENANT_OWNER, tenant);
        List<ApiClient> both = List.of(plane.client(token), twin.client(token));
        long began = System.nanoTime();
        int admitted = 0;
        for (int i = 0; i < 2 * perMinute + 20; i++) {
            admitted += both.get(i % 2).get("/api/v1/tenants/" + tenant).status() == 200 ? 1 : 0;
        }
        double passed = Duration.ofNanos(System.nanoTime() - began).toMillis() / 1000.0;
        assertThat((double) admitted)
                // A few tokens may lie unused in the lease of one process.
                .isGreaterThanOrEqualTo(0.9 * perMinute)
                .isLessThanOrEqualTo(perMinute + perMinute / 60.0 * passed + 1);
    }
}
