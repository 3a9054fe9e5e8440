package io.gpuaas.sdk.signin;

import io.gpuaas.sdk.signin.IssuerConnection.Answer;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Signs in while the browser is on another machine (RFC 8628). Nothing is kept until it is done, so it can be broken
 * off at any time.
 */
final class DeviceSignIn {

    /** As the RFC wants it after slow_down. */
    private static final Duration SLOWER_BY = Duration.ofSeconds(5);

    private final Issuer issuer;
    private final IssuerConnection connection;
    private final TokenEndpoint tokens;
    private final Clock clock;
    private final Pause pause;

    interface Pause {
        void take(Duration duration) throws InterruptedException;
    }

    DeviceSignIn(Issuer issuer, IssuerConnection connection, TokenEndpoint tokens, Clock clock, Pause pause) {
        this.issuer = issuer;
        this.connection = connection;
        this.tokens = tokens;
        this.clock = clock;
        this.pause = pause;
    }

    Tokens signIn(Consumer<DeviceCode> show) {
        URI endpoint = issuer.deviceAuthorizationEndpoint();
        if (endpoint == null) {
            throw new SignInException("The issuer " + issuer.name() + " does not sign devices in.");
        }
        DeviceCode code = DeviceCode.read(
                connection.post(endpoint, Map.of("client_id", Issuer.CLIENT_ID, "scope", Issuer.SCOPE)));
        show.accept(code);
        return poll(code);
    }

    private Tokens poll(DeviceCode code) {
        Instant end = clock.instant().plus(code.lifetime());
        Duration interval = code.interval();
        while (clock.instant().isBefore(end)) {
            rest(interval);
            Optional<Answer> answer = ask(code);
            String error = answer.map(Answer::error).orElse("unreachable");
            switch (error) {
                case "authorization_pending" -> {}
                case "slow_down" -> interval = interval.plus(SLOWER_BY);
                // Ask less often, as the RFC wants it when no answer comes, and go on.
                case "unreachable" -> interval = interval.multipliedBy(2);
                case "access_denied" -> throw new SignInException("This device was refused on the sign-in page.");
                case "expired_token" -> throw expired();
                default -> {
                    return tokens.tokens(answer.orElseThrow());
                }
            }
        }
        throw expired();
    }

    private Optional<Answer> ask(DeviceCode code) {
        try {
            return Optional.of(tokens.askForDevice(code.secret()));
        } catch (IssuerUnreachableException e) {
            return Optional.empty();
        }
    }

    private void rest(Duration interval) {
        try {
            pause.take(interval);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SignInException("Interrupted while waiting for the device to be confirmed.");
        }
    }

    private static SignInException expired() {
        return new SignInException("The code has expired before anybody confirmed it.");
    }
}
