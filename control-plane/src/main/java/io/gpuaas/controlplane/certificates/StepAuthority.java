package io.gpuaas.controlplane.certificates;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.tls.Pem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Signs certificates with smallstep's step-ca. We sign a one-time token with the key of a JWK provisioner; the token
 * names the holder, so a host cannot choose its own name. Only the given root is trusted.
 */
final class StepAuthority implements CertificateAuthority {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration TOKEN_LIFETIME = Duration.ofMinutes(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final int ANSWER_SHOWN_MAX = 300;

    private final URI address;
    private final String provisioner;
    private final ECKey key;
    private final X509Certificate root;
    private final HttpClient http;
    private final Clock clock;

    /** Where the authority is and what proves to it that we may sign. */
    record Settings(String url, Path rootFile, String provisioner, Path provisionerKeyFile) {}

    StepAuthority(Settings settings, Clock clock) {
        this.address = URI.create(settings.url().replaceFirst("/+$", "") + "/1.0/sign");
        this.provisioner = settings.provisioner();
        this.clock = clock;
        try {
            this.root =
                    Pem.readCertificates(Files.readString(settings.rootFile())).getFirst();
            this.key = ECKey.parse(Files.readString(settings.provisionerKeyFile()));
            this.http = HttpClient.newBuilder()
                    .sslContext(trustingOnly(root))
                    .connectTimeout(TIMEOUT)
                    .build();
        } catch (IOException | GeneralSecurityException | ParseException | RuntimeException e) {
            throw new IllegalStateException("gpuaas.nodes.step does not name a root and a provisioner's key", e);
        }
    }

    private static SSLContext trustingOnly(X509Certificate root) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("root", root);
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Override
    public X509Certificate root() {
        return root;
    }

    @Override
    public List<X509Certificate> issue(CertificateRequest request, Names names) {
        // The end is counted from the beginning.
        Map<String, String> body = Map.of(
                "csr",
                request.pem(),
                "ott",
                token(names),
                "notBefore",
                "-" + STARTS_EARLIER.toMinutes() + "m",
                "notAfter",
                LIFETIME.toMinutes() + "m");
        HttpRequest call = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
                .build();
        try {
            return read(http.send(call, BodyHandlers.ofString()));
        } catch (IOException e) {
            throw unavailable("cannot be reached", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable("was not waited for", e);
        }
    }

    private List<X509Certificate> read(HttpResponse<String> answer) {
        if (answer.statusCode() != 201) {
            String said = answer.body().substring(0, Math.min(answer.body().length(), ANSWER_SHOWN_MAX));
            throw unavailable("answered " + answer.statusCode() + ": " + said, new IOException(said));
        }
        try {
            StringBuilder chain = new StringBuilder();
            for (JsonNode certificate : JSON.readTree(answer.body()).path("certChain")) {
                chain.append(certificate.asString());
            }
            List<X509Certificate> certificates = Pem.readCertificates(chain.toString()).stream()
                    .filter(certificate -> !certificate.equals(root))
                    .toList();
            if (certificates.isEmpty()) {
                throw unavailable("answered without a certificate", new IOException(answer.body()));
            }
            return certificates;
        } catch (GeneralSecurityException | JacksonException e) {
            throw unavailable("answered something else", e);
        }
    }

    private String token(Names names) {
        Instant now = clock.instant();
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .issuer(provisioner)
                .subject(names.commonName())
                .audience(address.toString())
                .notBeforeTime(Date.from(now.minusSeconds(30)))
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(TOKEN_LIFETIME)))
                .jwtID(UUID.randomUUID().toString())
                .claim(
                        "sans",
                        Stream.concat(names.uris().stream(), names.hosts().stream())
                                .toList())
                .build();
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.ES256)
                            .keyID(key.getKeyID())
                            .build(),
                    claims);
            token.sign(new ECDSASigner(key));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException("the provisioner's key does not sign", e);
        }
    }

    private static ProblemException unavailable(String what, Exception cause) {
        return ProblemException.retryLater(
                ErrorCode.OVERLOADED, "The certificate authority " + what + ".", RETRY, cause);
    }
}
