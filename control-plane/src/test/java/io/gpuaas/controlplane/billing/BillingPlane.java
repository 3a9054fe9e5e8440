package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestClock;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.TestDatabase;
import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.billing.ChargeSql.Charged;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.controlplane.ledger.LedgerVerifier;
import io.gpuaas.controlplane.payments.Payments;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;

/** A control plane whose clock stands still and that bills only on request. Tests use tenants of their own. */
public final class BillingPlane {

    public static final long DOLLAR = Money.NANOS_PER_UNIT;

    private static @Nullable BillingPlane shared;

    public final TestControlPlane plane;
    public final MovableClock clock;
    public final ApiClient admin;
    public final TestDatabase database;

    private BillingPlane(Map<String, String> settings) {
        Map<String, String> all = new java.util.HashMap<>(settings);
        all.put("gpuaas.roles", "api");
        all.put("gpuaas.billing.tick-interval", "1000h");
        this.plane = TestControlPlane.start(all, TestClock.Stopped.class);
        this.clock = plane.bean(MovableClock.class);
        this.admin = plane.admin();
        this.database = plane.database();
        database.execute("CREATE TABLE audit.event_any PARTITION OF audit.event DEFAULT");
        keepPartitions();
    }

    /** One with settings of its own; the caller closes its plane. */
    public static BillingPlane start(Map<String, String> settings) {
        return new BillingPlane(settings);
    }

    public static synchronized BillingPlane shared() {
        BillingPlane running = shared;
        if (running == null) {
            running = new BillingPlane(Map.of());
            TestControlPlane started = running.plane;
            Runtime.getRuntime().addShutdownHook(new Thread(started::close));
            shared = running;
        }
        return running;
    }

    /** The next full hour, with nothing running: time never goes back, since shards are billed to where it was. */
    public Instant nextHour() {
        endEverything();
        Instant hour = clock.instant().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(1));
        clock.set(hour);
        keepPartitions();
        settle();
        return hour;
    }

    /** As the housekeeping does twice a day. */
    public void keepPartitions() {
        plane.bean(Metering.class).keepPartitions();
        database.execute("SELECT ledger.keep_partitions('" + clock.instant() + "')");
    }

    public TenantId tenant() {
        return new TenantId(UUID.randomUUID());
    }

    /** In a transaction, as the platform itself. */
    public <T> T inTransaction(Supplier<T> work) {
        return Call.system("test", CorrelationId.create(plane.bean(IdSource.class)))
                .run(() -> java.util.Objects.requireNonNull(
                        plane.bean(TransactionTemplate.class).execute(status -> work.get())));
    }

    public void doing(Runnable work) {
        inTransaction(() -> {
            work.run();
            return true;
        });
    }

    public void pay(TenantId tenant, long dollars) {
        inTransaction(() -> plane.bean(Payments.class).payOffline(tenant, new Money(dollars * DOLLAR, "USD")));
    }

    /** A SKU at so many nano-dollars a GPU and hour, from long ago. */
    public String sku(long gpuHourNanos) {
        String sku = "sku-" + UUID.randomUUID();
        database.execute("""
                INSERT INTO offerings.sku (name, title, shape, gpu_model, counts, gpus_per_unit, vcpus, memory_bytes,
                    nvme_bytes, isolation, images, visibility, created_at)
                VALUES ('%s', 'Test', 'gpu_slice', '%s', ARRAY[1, 2, 4, 8], 1, 1, 1, 0, 'user_revoke', ARRAY['debian-13'], 'all', now())""".formatted(sku, sku));
        if (gpuHourNanos > 0) {
            price(sku, null, gpuHourNanos, Instant.parse("2026-01-01T00:00:00Z"));
        }
        return sku;
    }

    public void price(String sku, @Nullable TenantId tenant, long gpuHourNanos, Instant from) {
        database.execute("""
                INSERT INTO offerings.price (id, sku, tenant_id, gpu_hour_nanos, currency, effective_from, added_at, added_by)
                VALUES (gen_random_uuid(), '%s', %s, %d, 'USD', '%s', now(), 'test')""".formatted(sku, tenant == null ? "NULL" : "'" + tenant + "'", gpuHourNanos, from));
    }

    public Metered metered(TenantId tenant, String sku, int gpus) {
        return metered(new AllocationId(UUID.randomUUID()), tenant, new ProjectId(UUID.randomUUID()), sku, gpus);
    }

    Metered metered(AllocationId id, TenantId tenant, ProjectId project, String sku, int gpus) {
        return new Metered(id, tenant, project, sku, gpus, null, "somebody", Map.of(), clock.instant());
    }

    Metered at(Metered of, Instant when) {
        return new Metered(
                of.id(),
                of.tenant(),
                of.project(),
                of.sku(),
                of.gpus(),
                of.hourlyCost(),
                of.createdBy(),
                of.labels(),
                when);
    }

    /** It works from now on. */
    Metered begin(TenantId tenant, String sku, int gpus) {
        Metered begun = metered(tenant, sku, gpus);
        doing(() -> plane.bean(AllocationMetering.class).works(begun));
        return begun;
    }

    void end(Metered allocation) {
        doing(() -> plane.bean(AllocationMetering.class).ends(at(allocation, clock.instant())));
    }

    /** Ends allocations that other tests left running. */
    void endEverything() {
        database.execute("UPDATE billing.meter SET ends_at = greatest(starts_at, '" + clock.instant()
                + "'::timestamptz), state = 'closed' WHERE state <> 'closed'");
    }

    /** How far what the tenant uses is charged, in seconds. */
    long billedUntil(TenantId tenant) {
        return database.count("SELECT date_part('epoch', billed_until)::bigint FROM billing.shard WHERE number = "
                + "abs(hashtext('" + tenant + "')::bigint) % " + MeterStore.SHARDS);
    }

    Charged tick() {
        return plane.bean(Metering.class).tick().charged();
    }

    /** Time passes, with a tick whenever one is due. */
    void pass(Duration time) {
        Instant end = clock.instant().plus(time);
        while (clock.instant().plusSeconds(60).isBefore(end)) {
            clock.forward(Duration.ofSeconds(60));
            tick();
        }
        clock.set(end);
        tick();
    }

    /** To the next full minute, and past the time ticks wait. */
    void settle() {
        long second = clock.instant().getEpochSecond();
        clock.set(Instant.ofEpochSecond(Math.floorDiv(second, 60) * 60 + 60).plus(Metering.SETTLING));
        tick();
    }

    public long credit(TenantId tenant) {
        return plane.bean(Ledger.class).balance(tenant, "USD").credit();
    }

    long usage(Metered allocation, String expression) {
        return database.count(
                "SELECT " + expression + " FROM billing.usage WHERE allocation_id = '" + allocation.id() + "'");
    }

    public LedgerVerifier verifier() {
        return plane.bean(LedgerVerifier.class);
    }

    void policy(TenantId tenant, String key, String value) {
        policy("tenant", tenant.toString(), key, value);
    }

    void globalPolicy(String key, String value) {
        policy("global", "00000000-0000-0000-0000-000000000000", key, value);
    }

    private void policy(String scope, String id, String key, String value) {
        database.execute("""
                INSERT INTO policy.override (scope, scope_id, key, value, set_by, set_at)
                VALUES ('%s', '%s', '%s', '%s', 'test', now())
                ON CONFLICT (scope, scope_id, key) DO UPDATE SET value = excluded.value""".formatted(scope, id, key, value));
        plane.bean(Policies.class).hear(new NoEvent());
    }

    /** Drops what policies have cached. */
    private static final class NoEvent implements io.gpuaas.controlplane.events.EventConsumer.Received {
        @Override
        public String type() {
            return "";
        }

        @Override
        public io.gpuaas.events.DomainEvent.Aggregate aggregate() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long sequence() {
            return 0;
        }

        @Override
        public Instant occurredAt() {
            return Instant.EPOCH;
        }

        @Override
        public Call call() {
            throw new UnsupportedOperationException();
        }

        @Override
        public io.gpuaas.events.DomainEvent event() {
            throw new UnsupportedOperationException();
        }
    }
}
