package io.gpuaas.controlplane.platform;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values on their way to and from columns. */
public final class Columns {

    /**
     * Any of the parameter {@code ids}, as {@code "id = " + ANY_OF_IDS}. PostgreSQL plans this once; where it sees the ids
     * themselves it plans again each time, for as many as there are.
     */
    public static final String ANY_OF_IDS = "ANY ((SELECT :ids)::uuid[])";

    private Columns() {}

    public static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    public static @Nullable OffsetDateTime optionalTime(@Nullable Instant instant) {
        return instant == null ? null : time(instant);
    }

    public static Instant instant(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(optionalInstant(row, column), column);
    }

    public static @Nullable Instant optionalInstant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    public static List<String> texts(ResultSet row, String column) throws SQLException {
        return List.of((String[]) row.getArray(column).getArray());
    }

    public static @Nullable List<String> optionalTexts(ResultSet row, String column) throws SQLException {
        return row.getArray(column) == null ? null : texts(row, column);
    }

    public static @Nullable Integer optionalInt(ResultSet row, String column) throws SQLException {
        int value = row.getInt(column);
        return row.wasNull() ? null : value;
    }

    public static @Nullable Long optionalLong(ResultSet row, String column) throws SQLException {
        return (Long) row.getObject(column);
    }

    public static @Nullable Double optionalDouble(ResultSet row, String column) throws SQLException {
        return row.getObject(column) == null ? null : row.getDouble(column);
    }
}
