package io.gpuaas.systemtests;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.YearMonth;
import java.time.ZoneOffset;

/**
 * The statement of the demo tenant's last month. No month ends while a test runs, so it is written into the
 * installation's own database.
 */
final class ClosedMonth {

    private ClosedMonth() {}

    /** Which month it is of. */
    static String put(Path data) {
        String month = YearMonth.now(ZoneOffset.UTC).minusMonths(1).toString();
        try (Connection connection = InstalledDatabase.connect(data);
                PreparedStatement insert = connection.prepareStatement("""
                    WITH closed AS (
                        INSERT INTO billing.statement (id, kind, tenant_id, month, currency, total_nanos, total_cents,
                            closed_at)
                        SELECT gen_random_uuid(), 'statement', id, ?, 'USD', 12345678901, 1235, now()
                        FROM identity.tenant WHERE slug = 'demo'
                        RETURNING id)
                    INSERT INTO billing.statement_line (statement_id, number, sku, description, gpu_seconds,
                        amount_nanos)
                    SELECT id, 1, 'h100-sxm-whole', 'Use of h100-sxm-whole', 12345, 12345678901 FROM closed""")) {
            insert.setString(1, month);
            insert.executeUpdate();
            return month;
        } catch (SQLException e) {
            throw new IllegalStateException("the database of " + data + " did not take the statement", e);
        }
    }
}
