package io.gpuaas.controlplane.identity;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Times and lists on their way to and from columns. */
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

    static List<String> texts(ResultSet row, String column) throws SQLException {
        return List.of((String[]) row.getArray(column).getArray());
    }

    static @Nullable List<String> optionalTexts(ResultSet row, String column) throws SQLException {
        return row.getArray(column) == null ? null : texts(row, column);
    }
}
