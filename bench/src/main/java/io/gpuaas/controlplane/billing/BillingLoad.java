package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.billing.ChargeSql.Charged;
import io.gpuaas.controlplane.billing.ChargeSql.Whose;
import io.gpuaas.controlplane.offerings.Price;
import io.gpuaas.controlplane.offerings.PriceSpan;
import io.gpuaas.kernel.Money;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.NullMarked;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Many active allocations and the product's own statement. It lies in the product's package because it is not public. */
@NullMarked
public final class BillingLoad {

    private static final String SKU = "bench";
    private static final long WINDOW = 60;

    private final ChargeSql statement;
    private final TransactionTemplate transaction;
    private final PriceTable prices = PriceTable.of(List.of(new PriceSpan(
            SKU,
            null,
            new Price(new UUID(1, 1), SKU, null, new Money(2_490_000_000L, "USD"), Instant.EPOCH),
            Instant.EPOCH,
            Instant.MAX)));

    public BillingLoad(DataSource database) {
        this.statement = new ChargeSql(JdbcClient.create(database));
        this.transaction = new TransactionTemplate(new DataSourceTransactionManager(database));
    }

    /** SQL that makes {@code count} allocations of {@code tenants} tenants active since an instant, with time-ordered ids. */
    public static String allocations(int count, int tenants, Instant since) {
        return """
                INSERT INTO billing.meter (shard, allocation_id, tenant_id, project_id, sku, gpus, created_by, starts_at, state)
                SELECT abs(hashtext(tenant::text)::bigint) %% %d, (lpad(to_hex(n), 12, '0') || substr(md5(n::text), 1, 20))::uuid, tenant, tenant, '%s', 1 + n %% 8, 'bench',
                    '%s', 'new'
                FROM (SELECT n, md5('tenant' || n %% %d)::uuid AS tenant FROM generate_series(1, %d) AS n) AS a""".formatted(MeterStore.SHARDS, SKU, since, tenants, count);
    }

    public static long windowSeconds() {
        return WINDOW;
    }

    /** One tick: every shard in a transaction of its own, and as many at once, as the product does. Gives the rows of use. */
    public long tick(Instant until) {
        return Shards.each(number -> Objects.requireNonNull(transaction.execute(status -> statement.run(
                        Whose.shard(number, List.of()), until, WINDOW, prices, false, until.plusSeconds(1)))))
                .stream()
                .mapToLong(Charged::used)
                .sum();
    }
}
