package io.gpuaas.controlplane.issuer;

import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

/**
 * Recognises browsers in which an account's owner has signed in before, by a sealed cookie. Their attempts are throttled
 * apart from everybody else's, so that strangers cannot make the owner wait. The cookie opens nothing by itself.
 *
 * <p>A browser is known for the account that signed in last, until the password changes or the account's sign-ins end.
 */
@Component
@EmbeddedIssuer
class KnownBrowsers {

    static final String COOKIE = "__Host-gpuaas-known";
    static final Duration LIFETIME = Duration.ofDays(90);

    private static final int CONTENT_BYTES = 4 * Long.BYTES;
    private static final int SEALED_BYTES = FactorSeal.OVERHEAD_BYTES + CONTENT_BYTES;
    private static final int COOKIE_CHARACTERS = (SEALED_BYTES * Byte.SIZE + 5) / 6;

    private final PasswordUserStore users;
    private final FactorSeal seal;
    private final Clock clock;
    private final IdSource ids;

    KnownBrowsers(PasswordUserStore users, FactorSeal seal, Clock clock, IdSource ids) {
        this.users = users;
        this.seal = seal;
        this.clock = clock;
        this.ids = ids;
    }

    /**
     * A browser that was known once.
     *
     * @param epoch of the account, when the browser became known
     */
    record KnownBrowser(UUID id, long epoch) {}

    /** The browser, if its cookie was sealed for this account and has not expired. Runs no statement. */
    Optional<KnownBrowser> find(Visitor visitor, String username) {
        String cookie = visitor.knownCookie();
        if (cookie == null || cookie.length() != COOKIE_CHARACTERS) {
            return Optional.empty();
        }
        byte[] sealed;
        try {
            sealed = Base64.getUrlDecoder().decode(cookie);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return seal.open(sealed, context(username)).flatMap(this::read);
    }

    private Optional<KnownBrowser> read(byte[] content) {
        ByteBuffer fields = ByteBuffer.wrap(content);
        UUID id = new UUID(fields.getLong(), fields.getLong());
        long epoch = fields.getLong();
        Instant expiresAt = Instant.ofEpochSecond(fields.getLong());
        return clock.instant().isBefore(expiresAt) ? Optional.of(new KnownBrowser(id, epoch)) : Optional.empty();
    }

    /** False if the password changed or the account's sign-ins ended after the browser became known. */
    boolean isCurrent(KnownBrowser browser, String username) {
        return users.find(username)
                .filter(account -> account.browsersEpoch() == browser.epoch())
                .isPresent();
    }

    /** The browser has just signed in completely. Each sign-in gets a new id: a cookie stolen before is throttled apart. */
    void remember(PrincipalId person, HttpServletResponse response) {
        users.find(person).ifPresent(account -> {
            UUID id = ids.next();
            byte[] content = ByteBuffer.allocate(CONTENT_BYTES)
                    .putLong(id.getMostSignificantBits())
                    .putLong(id.getLeastSignificantBits())
                    .putLong(account.browsersEpoch())
                    .putLong(clock.instant().plus(LIFETIME).getEpochSecond())
                    .array();
            byte[] sealed = seal.seal(content, context(account.username()));
            setCookie(response, Base64.getUrlEncoder().withoutPadding().encodeToString(sealed));
        });
    }

    /** Not a principal's id, so that no factor's secret opens as a cookie. */
    private static String context(String username) {
        return "known browser of " + username;
    }

    private static void setCookie(HttpServletResponse response, String value) {
        response.addHeader(
                HttpHeaders.SET_COOKIE,
                ResponseCookie.from(COOKIE, value)
                        .path("/")
                        .secure(true)
                        .httpOnly(true)
                        .sameSite("Lax")
                        .maxAge(LIFETIME)
                        .build()
                        .toString());
    }
}
