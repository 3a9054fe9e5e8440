package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Decides when a second person has to approve. Amounts that one person books alone are summed over 24 hours,
 * corrections and gifts together, for the tenant and for all tenants: splitting a large amount does not avoid the
 * approval. All credentials of a person count as that person.
 */
@Component
class SecondPerson {

    static final Duration ADDED_UP = Duration.ofHours(24);

    private static final BigDecimal NANOS = BigDecimal.valueOf(Money.NANOS_PER_UNIT);

    private final JdbcClient jdbc;
    private final Policies policies;
    private final Clock clock;

    SecondPerson(JdbcClient jdbc, Policies policies, Clock clock) {
        this.jdbc = jdbc;
        this.policies = policies;
        this.clock = clock;
    }

    /** A machine cannot approve: otherwise its maker would count as two people. */
    static String requirePerson() {
        Caller caller = Call.current().caller();
        if (caller.kind() != Caller.Kind.USER) {
            throw ProblemException.of(
                    ErrorCode.CREDENTIAL_TOO_NARROW,
                    "Service accounts cannot grant or correct credit. Sign in as a person.");
        }
        return caller.id();
    }

    /** Until the transaction ends, the person in hand books nothing else. Taken before any lock of a tenant. */
    void waitForMyself() {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('billing.alone:' || :person, 0))")
                .param("person", requirePerson())
                .query(row -> {});
    }

    /** Whether this would be too much for one person. The caller has waited for itself. */
    boolean isNeeded(TenantId tenant, Money amount) {
        return jdbc.sql("""
                SELECT coalesce(sum(nanos) FILTER (WHERE tenant_id = :tenant), 0) AS tenant, coalesce(sum(nanos), 0) AS everybody
                FROM billing.booked_alone WHERE person = :person AND booked_at > :since""")
                .param("tenant", tenant.value())
                .param("person", requirePerson())
                .param("since", Columns.time(clock.instant().minus(ADDED_UP)))
                .query((row, n) -> reaches(row.getBigDecimal("tenant"), amount, forOne(tenant))
                        || reaches(row.getBigDecimal("everybody"), amount, inAll()))
                .single();
    }

    private static boolean reaches(BigDecimal before, Money amount, long units) {
        return before.add(BigDecimal.valueOf(amount.nanos()))
                        .compareTo(BigDecimal.valueOf(units).multiply(NANOS))
                >= 0;
    }

    /** In units of the currency. */
    private long forOne(TenantId tenant) {
        return policies.effective(BillingPolicies.APPROVAL_OVER, tenant, null);
    }

    /** Of whatever currency: no sum is made small by exchanging it. */
    private long inAll() {
        return policies.effective(BillingPolicies.APPROVAL_OVER_IN_ALL);
    }

    /** The limits, for people to read. */
    String limits(TenantId tenant) {
        return forOne(tenant) + " per tenant (policy billing.approval_over) or " + inAll()
                + " in total (policy billing.approval_over_in_all) within 24 hours";
    }

    void note(TenantId tenant, Money amount) {
        jdbc.sql("""
                INSERT INTO billing.booked_alone (person, tenant_id, nanos, booked_at)
                VALUES (:person, :tenant, :nanos, :now)""")
                .param("person", requirePerson())
                .param("tenant", tenant.value())
                .param("nanos", amount.nanos())
                .param("now", Columns.time(clock.instant()))
                .update();
    }
}
