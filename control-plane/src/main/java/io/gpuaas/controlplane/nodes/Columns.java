package io.gpuaas.controlplane.nodes;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values on their way to and from columns. */
final class Columns {

    private Columns() {}

    static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    static @Nullable OffsetDateTime optionalTime(@Nullable Instant instant) {
        return instant == null ? null : time(instant);
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(optionalInstant(row, column), column);
    }

    static @Nullable Instant optionalInstant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    static @Nullable Integer optionalInt(ResultSet row, String column) throws SQLException {
        return (Integer) row.getObject(column);
    }

    static @Nullable Long optionalLong(ResultSet row, String column) throws SQLException {
        return (Long) row.getObject(column);
    }

    static @Nullable Double optionalDouble(ResultSet row, String column) throws SQLException {
        return row.getObject(column) == null ? null : row.getDouble(column);
    }
}
