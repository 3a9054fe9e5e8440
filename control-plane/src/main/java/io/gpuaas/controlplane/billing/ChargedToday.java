package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.ledger.Books;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Sums charges for usage since midnight. There is a row for every allocation and minute, so they are summed at most
 * once a minute.
 */
@Component
class ChargedToday {

    static final Duration KEPT = Duration.ofMinutes(1);

    private final JdbcClient jdbc;
    private final Books books;
    private final Clock clock;
    private @Nullable Counted last;

    ChargedToday(JdbcClient jdbc, Books books, Clock clock) {
        this.jdbc = jdbc;
        this.books = books;
        this.clock = clock;
    }

    private record Counted(Instant at, Map<String, Long> nanos) {}

    /** By currency, in nano-units. Concurrent callers wait for one count. */
    synchronized Map<String, Long> byCurrency() {
        Instant now = clock.instant();
        Counted known = last;
        if (known == null || now.isAfter(known.at().plus(KEPT)) || now.isBefore(known.at())) {
            known = new Counted(now, count(now.truncatedTo(ChronoUnit.DAYS)));
            last = known;
        }
        return known.nanos();
    }

    private Map<String, Long> count(Instant midnight) {
        Map<String, Long> found = new HashMap<>();
        jdbc.sql("""
                SELECT currency, least(sum(nanos), :max)::bigint AS nanos FROM (
                    SELECT currency, sum(amount_nanos) AS nanos FROM billing.usage
                    WHERE starts_at >= :midnight AND currency IS NOT NULL GROUP BY currency
                    UNION ALL
                    SELECT currency, sum(amount_nanos) FROM billing.usage_record
                    WHERE tenant_id = ANY (:tenants) AND starts_at >= :midnight GROUP BY currency) AS part
                GROUP BY currency""")
                .param("max", Long.MAX_VALUE)
                .param("midnight", Columns.time(midnight))
                .param("tenants", books.charged().stream().map(TenantId::value).toArray(UUID[]::new))
                .query(row -> {
                    found.put(row.getString("currency"), row.getLong("nanos"));
                });
        return Map.copyOf(found);
    }
}
