package io.gpuaas.sdk.signin;

import io.gpuaas.sdk.TokenSource;
import java.net.URI;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;

/** The way in, the way to stay in, and the way out. */
public final class SignIn {

    private final Profiles profiles;
    private final Clock clock;

    public SignIn(Profiles profiles, Clock clock) {
        this.profiles = profiles;
        this.clock = clock;
    }

    /** Shows the address of a page, and waits until somebody signed in there with a browser of this machine. */
    public Credentials byBrowser(URI server, Consumer<URI> show) {
        IssuerConnection connection = new IssuerConnection();
        Issuer issuer = Issuer.of(server, connection);
        TokenEndpoint endpoint = new TokenEndpoint(issuer, connection, clock);
        BrowserSignIn signIn = new BrowserSignIn(issuer, endpoint, BrowserSignIn.WAIT_MAX);
        return Credentials.of(server, issuer, signIn.signIn(show));
    }

    /** Shows a code, and waits until somebody confirmed it anywhere. */
    public Credentials byDevice(URI server, Consumer<DeviceCode> show) {
        IssuerConnection connection = new IssuerConnection();
        Issuer issuer = Issuer.of(server, connection);
        TokenEndpoint endpoint = new TokenEndpoint(issuer, connection, clock);
        DeviceSignIn signIn = new DeviceSignIn(issuer, connection, endpoint, clock, Thread::sleep);
        return Credentials.of(server, issuer, signIn.signIn(show));
    }

    /** Keeps the new sign-in, and answers what it took the place of. */
    public Optional<Credentials> keep(ProfileName name, Credentials credentials) {
        return profiles.locked(name, () -> {
            Optional<Credentials> former = profiles.find(name);
            profiles.store(name, credentials);
            return former;
        });
    }

    /** For a client that goes on longer than a token lasts. */
    public TokenSource tokens(ProfileName name) {
        return () -> accessToken(name);
    }

    /** A token of the profile that lasts for the next minute at least; renewed when it would not. */
    public String accessToken(ProfileName name) {
        Credentials credentials = require(name);
        return credentials.isFresh(clock.instant())
                ? credentials.accessToken()
                : profiles.locked(name, () -> renew(name)).accessToken();
    }

    /** Reads again: while this command waited for the lock another may have renewed it. */
    private Credentials renew(ProfileName name) {
        Credentials now = require(name);
        if (now.isFresh(clock.instant())) {
            return now;
        }
        if (now.refreshToken() == null || now.issuer() == null) {
            if (now.isUsable(clock.instant())) {
                return now;
            }
            throw SignInException.ended("the token has expired");
        }
        Credentials next = now.renewed(endpoint(now.issuer()).refresh(now.refreshToken()));
        profiles.store(name, next);
        return next;
    }

    private Credentials require(ProfileName name) {
        return profiles.find(name).orElseThrow(() -> SignInException.ended("profile " + name));
    }

    /** Forgets the profile here, whatever the issuer says to it, and answers what it held. */
    public Optional<Credentials> forget(ProfileName name) {
        if (profiles.find(name).isEmpty()) {
            return Optional.empty();
        }
        return profiles.locked(name, () -> {
            Optional<Credentials> held = profiles.find(name);
            profiles.delete(name);
            return held;
        });
    }

    /** Ends a sign-in at its issuer. False when no issuer gave it, so that there is nobody to tell. */
    public boolean revoke(Credentials credentials) {
        if (credentials.issuer() == null) {
            return false;
        }
        String token = credentials.refreshToken() == null ? credentials.accessToken() : credentials.refreshToken();
        endpoint(credentials.issuer()).revoke(token);
        return true;
    }

    /** Opened only here, where it is needed: most commands find a fresh token and should not wait for more. */
    private TokenEndpoint endpoint(URI issuer) {
        IssuerConnection connection = new IssuerConnection();
        return new TokenEndpoint(Issuer.at(issuer, connection), connection, clock);
    }
}
