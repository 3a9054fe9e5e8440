package io.gpuaas.controlplane.platform;

import io.gpuaas.kernel.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The start of the next page of a listing: the key of the last row seen, never an offset. It includes the name of the
 * listing, so that it is valid for that listing only.
 */
public record PageCursor(String listing, String key) {

    public String encode() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((listing + "\n" + key).getBytes(StandardCharsets.UTF_8));
    }

    /** The key of a cursor given by a client, read by {@code parse}; null when there is none. */
    public static <K> @Nullable K decode(String listing, @Nullable String text, Function<String, K> parse) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            if (plain.startsWith(listing + "\n")) {
                return parse.apply(plain.substring(listing.length() + 1));
            }
        } catch (RuntimeException e) {
            throw ProblemException.caused(
                    ErrorCode.CURSOR_INVALID, "The cursor cannot be parsed. Start again without a cursor.", e);
        }
        throw ProblemException.of(
                ErrorCode.CURSOR_INVALID, "The cursor belongs to a different list. Start again without a cursor.");
    }

    /** Rows were fetched one past the limit: the extra one only shows that there is a next page. */
    public static <R> @Nullable String next(String listing, List<R> fetched, int limit, Function<R, Object> key) {
        return fetched.size() <= limit
                ? null
                : new PageCursor(listing, key.apply(fetched.get(limit - 1)).toString()).encode();
    }

    public static <R> List<R> page(List<R> fetched, int limit) {
        return fetched.size() <= limit ? fetched : fetched.subList(0, limit);
    }
}
