package io.gpuaas.controlplane.issuer;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import io.gpuaas.controlplane.issuer.FactorStore.RegisteredKey;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.kernel.PrincipalId;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Verifies passkeys and security keys (WebAuthn). They answer for our public address alone, which is why they cannot be
 * phished. No attestation is requested: people choose the maker of their key.
 */
@Component
@EmbeddedIssuer
class Passkeys {

    private static final Logger log = LoggerFactory.getLogger(Passkeys.class);

    private static final int CHALLENGE_BYTES = 32;
    private static final int ANSWER_CHARACTERS_MAX = 64 * 1024;
    private static final int TIMEOUT_MILLIS = 120_000;
    private static final boolean VERIFICATION_REQUIRED = false;
    private static final boolean PRESENCE_REQUIRED = true;

    private static final List<PublicKeyCredentialParameters> ALGORITHMS = List.of(
            new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, COSEAlgorithmIdentifier.ES256),
            new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, COSEAlgorithmIdentifier.EdDSA),
            new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, COSEAlgorithmIdentifier.RS256));

    private final SecureRandom random = new SecureRandom();
    private final ObjectConverter converter = new ObjectConverter();
    private final AttestedCredentialDataConverter credentials = new AttestedCredentialDataConverter(converter);
    private final WebAuthnManager manager = WebAuthnManager.createNonStrictWebAuthnManager(converter);
    private final PublicUrl url;
    private final JsonMapper json;

    Passkeys(PublicUrl url, JsonMapper json) {
        this.url = url;
        this.json = json;
    }

    /** A key that answered, and how often it says it did. */
    record Used(RegisteredKey key, long signCount) {}

    /** Browsers refuse keys for an address that is a number. */
    boolean areOffered() {
        return !host().matches("[0-9.]+|\\[.*]");
    }

    String host() {
        return Objects.requireNonNull(URI.create(url.external()).getHost());
    }

    byte[] newChallenge() {
        byte[] challenge = new byte[CHALLENGE_BYTES];
        random.nextBytes(challenge);
        return challenge;
    }

    /** Options for the browser to create a key. */
    String creationOptions(byte[] challenge, PrincipalId person, String username, List<RegisteredKey> existing) {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("challenge", encode(challenge));
        options.put("rp", Map.of("id", host(), "name", "GPUaaS"));
        options.put("user", Map.of("id", encode(handle(person)), "name", username, "displayName", username));
        options.put(
                "pubKeyCredParams",
                ALGORITHMS.stream()
                        .map(one ->
                                Map.of("type", "public-key", "alg", one.getAlg().getValue()))
                        .toList());
        options.put("timeout", TIMEOUT_MILLIS);
        options.put("attestation", "none");
        options.put("authenticatorSelection", Map.of("residentKey", "preferred", "userVerification", "preferred"));
        options.put("excludeCredentials", descriptors(existing));
        return json.writeValueAsString(options);
    }

    /** Options for the browser to get a signature. */
    String requestOptions(byte[] challenge, List<RegisteredKey> keys) {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("challenge", encode(challenge));
        options.put("rpId", host());
        options.put("timeout", TIMEOUT_MILLIS);
        options.put("userVerification", "preferred");
        options.put("allowCredentials", descriptors(keys));
        return json.writeValueAsString(options);
    }

    private static List<Map<String, String>> descriptors(List<RegisteredKey> keys) {
        return keys.stream()
                .map(key -> Map.of("type", "public-key", "id", encode(key.credentialId())))
                .toList();
    }

    /** Empty when the answer is for another challenge or address, or not signed as it should be. */
    Optional<RegisteredKey> register(String answer, byte[] challenge, UUID id) {
        if (answer.length() > ANSWER_CHARACTERS_MAX) {
            return Optional.empty();
        }
        try {
            RegistrationData data = manager.verifyRegistrationResponseJSON(
                    answer,
                    new RegistrationParameters(
                            server(challenge), ALGORITHMS, VERIFICATION_REQUIRED, PRESENCE_REQUIRED));
            var made = Objects.requireNonNull(data.getAttestationObject()).getAuthenticatorData();
            AttestedCredentialData credential = Objects.requireNonNull(made.getAttestedCredentialData());
            return Optional.of(new RegisteredKey(
                    id,
                    credential.getCredentialId(),
                    credentials.convert(credential),
                    made.getSignCount(),
                    made.isFlagBE()));
        } catch (RuntimeException e) {
            // Anybody can send anything, and the library refuses it in many ways.
            log.atInfo().addKeyValue("reason", e.getMessage()).log("refused to register a security key");
            return Optional.empty();
        }
    }

    /** A key without a user handle answers for any requested person. */
    @SuppressWarnings("NullAway") // the library marks the elements of the array where it means the array
    private static boolean isOf(PrincipalId person, AuthenticationData data) {
        byte[] handle = data.getUserHandle();
        return handle == null || handle.length == 0 || Arrays.equals(handle, handle(person));
    }

    /** Empty when none of these keys answered this challenge, for our address, counting on from the last time. */
    Optional<Used> verify(String answer, byte[] challenge, List<RegisteredKey> keys, PrincipalId person) {
        if (answer.length() > ANSWER_CHARACTERS_MAX) {
            return Optional.empty();
        }
        try {
            AuthenticationData data = manager.parseAuthenticationResponseJSON(answer);
            if (!isOf(person, data)) {
                return Optional.empty();
            }
            return keys.stream()
                    .filter(key -> Arrays.equals(key.credentialId(), data.getCredentialId()))
                    .findFirst()
                    .map(key -> verify(data, challenge, key));
        } catch (RuntimeException e) {
            // Anybody can send anything, and the library refuses it in many ways.
            log.atInfo().addKeyValue("reason", e.getMessage()).log("refused the response of a security key");
            return Optional.empty();
        }
    }

    private Used verify(AuthenticationData data, byte[] challenge, RegisteredKey key) {
        CredentialRecordImpl known = new CredentialRecordImpl(
                new NoneAttestationStatement(),
                null,
                key.backupEligible(),
                null,
                key.signCount(),
                credentials.convert(key.credential()),
                null,
                null,
                null,
                null);
        manager.verify(
                data,
                new AuthenticationParameters(
                        server(challenge),
                        known,
                        List.of(key.credentialId()),
                        VERIFICATION_REQUIRED,
                        PRESENCE_REQUIRED));
        return new Used(key, Objects.requireNonNull(data.getAuthenticatorData()).getSignCount());
    }

    private ServerProperty server(byte[] challenge) {
        return ServerProperty.builder()
                .origin(Origin.create(url.external()))
                .rpId(host())
                .challenge(new DefaultChallenge(challenge))
                .build();
    }

    private static byte[] handle(PrincipalId person) {
        return ByteBuffer.allocate(Long.BYTES * 2)
                .putLong(person.value().getMostSignificantBits())
                .putLong(person.value().getLeastSignificantBits())
                .array();
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
