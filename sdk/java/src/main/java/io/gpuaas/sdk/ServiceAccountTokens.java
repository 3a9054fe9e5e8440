package io.gpuaas.sdk;

import io.gpuaas.kernel.KeyId;
import io.gpuaas.kernel.PrincipalId;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** Mints tokens for a program with the key of its service account, and mints the next before one expires. */
public final class ServiceAccountTokens implements TokenSource {

    /** Renewed so long before the end, so that a slow call does not outlive its token. */
    private static final Duration RENEWED_AHEAD = Duration.ofSeconds(60);

    private final MachinesApi machines;
    private final Supplier<MintToken> proof;
    private final Clock clock;
    private String token = "";
    private Instant renewAt = Instant.MIN;

    ServiceAccountTokens(URI server, Supplier<MintToken> proof, Clock clock) {
        this.machines = GpuaasClient.connectAnonymously(server).machines();
        this.proof = proof;
        this.clock = clock;
    }

    public static ServiceAccountTokens bySecret(URI server, KeyId keyId, String secret) {
        return new ServiceAccountTokens(server, () -> new MintToken(keyId, secret, null), Clock.systemUTC());
    }

    /** The private key (PKCS #8, PEM) signs here and is not sent. */
    public static ServiceAccountTokens byPrivateKey(URI server, KeyId keyId, PrincipalId account, String pem) {
        Clock clock = Clock.systemUTC();
        return new ServiceAccountTokens(
                server, () -> new MintToken(keyId, null, ClientAssertion.sign(pem, account, clock.instant())), clock);
    }

    @Override
    public synchronized String token() {
        Instant now = clock.instant();
        if (!now.isBefore(renewAt)) {
            MintedToken minted = machines.mintToken(proof.get());
            token = minted.accessToken();
            renewAt = now.plusSeconds(minted.expiresIn()).minus(RENEWED_AHEAD);
        }
        return token;
    }
}
