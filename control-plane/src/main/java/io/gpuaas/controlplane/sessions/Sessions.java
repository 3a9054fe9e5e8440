package io.gpuaas.controlplane.sessions;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.identity.RequestAuthentication;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.identity.SecondFactorPolicy;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.platform.Secrets;
import io.gpuaas.kernel.PrincipalId;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.web.util.WebUtils;

/** Signed-in browsers. A request with the cookie acts in its user's name. */
@Component
class Sessions implements RequestAuthentication, BackgroundWork {

    static final String COOKIE = "__Host-gpuaas";

    private static final int CACHE_MAX = 100_000;
    /** How long a session is believed without asking the database again. */
    private static final Duration CACHE_TIME = Duration.ofSeconds(3);
    /** Use is written down no more often than this. */
    private static final Duration TOUCH_INTERVAL = Duration.ofMinutes(1);

    private final SessionStore store;
    private final Principals principals;
    private final Revocations revocations;
    private final SecondFactorPolicy policy;
    private final SignInIssuer issuer;
    private final PublicUrl url;
    private final SideTrail trail;
    private final Clock clock;
    private final Duration idle;
    private final Duration lifetime;
    private final Cache<ByteBuffer, Live> live = Caffeine.newBuilder()
            .maximumSize(CACHE_MAX)
            .expireAfterWrite(CACHE_TIME)
            .build();

    Sessions(
            SessionStore store,
            Principals principals,
            Revocations revocations,
            SecondFactorPolicy policy,
            SignInIssuer issuer,
            PublicUrl url,
            SideTrail trail,
            Clock clock,
            GpuaasProperties properties) {
        this.store = store;
        this.principals = principals;
        this.revocations = revocations;
        this.policy = policy;
        this.issuer = issuer;
        this.url = url;
        this.trail = trail;
        this.clock = clock;
        this.idle = properties.identity().sessionIdle();
        this.lifetime = properties.identity().sessionLifetime();
    }

    /** A session that is good now, with the user it stands for. */
    record Live(Authenticated who, PrincipalId principal, boolean secondFactor, Instant createdAt, Instant expiresAt) {}

    /** Begins a session and gives its secret, for the cookie; empty when the user is disabled or signed out again. */
    Optional<String> begin(SignInIssuer.SignedInUser user, String address) {
        return principals.find(user.principal()).flatMap(who -> {
            trail.sessionBegan(who.caller(), issuer.name(), address);
            String secret = begin(user);
            if (issuer.stands(user)) {
                return Optional.of(secret);
            }
            // The issuer ended the login between the ID token and here.
            forget(secret);
            return Optional.empty();
        });
    }

    private String begin(SignInIssuer.SignedInUser user) {
        String secret = Secrets.create();
        Instant now = clock.instant();
        String hint = user.signOutHint() == null ? null : SealedHint.seal(user.signOutHint(), secret);
        store.add(
                new SessionStore.Session(
                        user.principal(), user.login(), hint, user.secondFactor(), now, now, now.plus(lifetime)),
                Digests.sha256(secret));
        return secret;
    }

    /** Ends the session here and the login at the issuer it came from, or says where the browser ends that. */
    Optional<String> end(String secret, String address) {
        find(secret).ifPresent(session -> trail.sessionEnded(session.who().caller(), address));
        Optional<String> elsewhere = store.find(Digests.sha256(secret)).flatMap(session -> {
            String sealed = session.signOutHint();
            String hint =
                    sealed == null ? null : SealedHint.open(sealed, secret).orElse(null);
            return issuer.signOut(new SignInIssuer.EndedSession(session.issuerLogin(), hint));
        });
        forget(secret);
        return elsewhere;
    }

    /** Ends the session alone: another one takes its place. */
    void forget(String secret) {
        byte[] digest = Digests.sha256(secret);
        store.remove(digest);
        live.invalidate(ByteBuffer.wrap(digest));
    }

    /** Also a session from before policy demanded a second factor of its user lacks it now, and is over. */
    Optional<Live> find(String secret) {
        return look(secret)
                .filter(session -> !revocations.revoked(session.principal(), session.createdAt()))
                .filter(session -> session.secondFactor() || !policy.demandedOf(session.who()));
    }

    private Optional<Live> look(String secret) {
        byte[] digest = Digests.sha256(secret);
        Live known = live.getIfPresent(ByteBuffer.wrap(digest));
        if (known != null) {
            return Optional.of(known);
        }
        Instant now = clock.instant();
        Optional<Live> found = store.find(digest)
                .filter(session -> isGood(session, now, idle))
                .flatMap(session -> principals.find(session.principal()).map(who -> {
                    if (session.lastUsedAt().isBefore(now.minus(TOUCH_INTERVAL))) {
                        store.touch(digest, now);
                    }
                    return new Live(
                            who, session.principal(), session.secondFactor(), session.createdAt(), session.expiresAt());
                }));
        found.ifPresent(session -> live.put(ByteBuffer.wrap(digest), session));
        return found;
    }

    static boolean isGood(SessionStore.Session session, Instant now, Duration idle) {
        return now.isBefore(session.expiresAt())
                && now.isBefore(session.lastUsedAt().plus(idle));
    }

    @Override
    public Optional<String> presented(HttpServletRequest request) {
        return secretOf(request);
    }

    @Override
    public Optional<Authenticated> authenticate(HttpServletRequest request) {
        Optional<String> secret = secretOf(request);
        Optional<Live> session = secret.flatMap(this::find);
        session.ifPresent(good -> SameOrigin.require(request, secret.orElseThrow(), url.external()));
        return session.map(Live::who);
    }

    static Optional<String> secretOf(HttpServletRequest request) {
        return Optional.ofNullable(WebUtils.getCookie(request, COOKIE))
                .map(Cookie::getValue)
                .filter(value -> !value.isEmpty());
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMinutes(5), "sessions.delete-expired", this::removeExpired)
                .firstAfter(Duration.ofMinutes(1));
    }

    void removeExpired() {
        Instant now = clock.instant();
        store.removeExpired(now, now.minus(idle));
    }
}
