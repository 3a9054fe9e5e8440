package io.gpuaas.controlplane.platform;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Filters a listing by an exact name, or by a prefix of name or id. For tables with columns {@code name} and {@code
 * id}, and an index on {@code lower(name) text_pattern_ops}.
 */
public record NameFilter(@Nullable String name, @Nullable String search) {

    public static final NameFilter NONE = new NameFilter(null, null);

    /** Fewer characters say too little of an id. */
    private static final Pattern BEGINNING_OF_ID = Pattern.compile("[0-9a-f]{4,32}");

    private static final int ID_DIGITS = 32;

    /** Only what is asked for, so that each statement is planned for the index that serves it. */
    public String conditions() {
        String called = name == null ? "" : " AND lower(name) = lower(:name) AND name = :name";
        if (search == null) {
            return called;
        }
        String begins = "lower(name) ~>=~ lower(:search) AND lower(name) ~<~ (lower(:search) || chr(1114111))";
        return called + " AND (" + begins + (beginsId() ? " OR id BETWEEN :idFrom AND :idTo" : "") + ")";
    }

    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new HashMap<>();
        if (name != null) {
            parameters.put("name", name);
        }
        if (search != null) {
            parameters.put("search", search);
        }
        if (beginsId()) {
            parameters.put("idFrom", id('0'));
            parameters.put("idTo", id('f'));
        }
        return parameters;
    }

    private String digits() {
        return search == null ? "" : search.replace("-", "").toLowerCase(Locale.ROOT);
    }

    private boolean beginsId() {
        return BEGINNING_OF_ID.matcher(digits()).matches();
    }

    private UUID id(char rest) {
        String all = digits() + String.valueOf(rest).repeat(ID_DIGITS - digits().length());
        return new UUID(Long.parseUnsignedLong(all, 0, 16, 16), Long.parseUnsignedLong(all, 16, ID_DIGITS, 16));
    }
}
