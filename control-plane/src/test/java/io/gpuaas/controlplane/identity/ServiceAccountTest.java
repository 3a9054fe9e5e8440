package io.gpuaas.controlplane.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@Against("PostgreSQL")
class ServiceAccountTest {

    private static final KeyPair P256 = ec("secp256r1");
    private static final KeyPair RSA = rsa(2048, 65_537);

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();
    private final TestPrincipals principals = plane.principals();
    private final String tenant = admin.createTenant();
    private final String project = admin.createProject(tenant);
    private final String accounts = "/api/v1/projects/" + project + "/service-accounts";

    /** Minting is anonymous, and these tests do a lot of it from one address. */
    @BeforeAll
    static void letAnonymousCallersAskOften() {
        TestControlPlane.shared()
                .admin()
                .put("/api/v1/policies/rate_limit.anonymous_requests_per_minute", "{\"value\":\"100000\"}");
    }

    private String account(String... scopes) {
        Reply made = admin.post(accounts, "{\"name\":\"ci\",\"scopes\":" + json(scopes) + "}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.text("id");
    }

    private static String json(String... texts) {
        return "[\"" + String.join("\",\"", texts) + "\"]";
    }

    private Reply key(String account, String body) {
        return admin.post(accounts + "/" + account + "/keys", body);
    }

    private static String id(Reply key) {
        return key.json().at("/key/id").asString();
    }

    private Reply mint(String keyId, String field, String proof) {
        return plane.anonymous()
                .send("POST", "/api/v1/token", "{\"key_id\":\"" + keyId + "\",\"" + field + "\":\"" + proof + "\"}");
    }

    private ApiClient minted(Reply key) {
        Reply token = mint(id(key), "secret", key.text("secret"));
        assertThat(token.status()).as(token.body()).isEqualTo(200);
        assertThat(token.json().path("expires_in").asInt()).isEqualTo(900);
        return plane.client(token.text("access_token"));
    }

    @Test
    void aKeyMintsATokenThatMayDoWhatTheScopesSay() {
        String account = account("projects.read");
        Reply key = key(account, "{\"kind\":\"secret\"}");
        assertThat(key.text("secret")).startsWith("gpuaas_sk_");
        ApiClient machine = minted(key);
        assertThat(machine.get("/api/v1/projects/" + project).status()).isEqualTo(200);
        assertThat(machine.get("/api/v1/projects/" + project + "/members").status())
                .isEqualTo(403);
        assertThat(machine.get("/api/v1/tenants/" + tenant).status()).isEqualTo(403);
        assertThat(machine.get("/api/v1/projects/" + admin.createProject(tenant))
                        .status())
                .isEqualTo(404);
        assertThat(machine.get("/api/v1/me").text("kind")).isEqualTo("service_account");
        Reply shown = admin.get(accounts + "/" + account);
        assertThat(shown.body()).doesNotContain(key.text("secret"));
        assertThat(shown.json().at("/keys/0/last_used_at").asString()).isNotEmpty();
        assertThat(plane.client(key.text("secret")).get("/api/v1/me").status()).isEqualTo(401);
    }

    @Test
    void rotationOverlapsAndARevokedKeyEndsItsTokens() {
        String account = account("projects.read");
        Reply old = key(account, "{\"kind\":\"secret\"}");
        Reply fresh = key(account, "{\"kind\":\"secret\"}");
        ApiClient before = minted(old);
        ApiClient after = minted(fresh);
        assertThat(before.get("/api/v1/me").status()).isEqualTo(200);
        assertThat(admin.delete(accounts + "/" + account + "/keys/" + id(old)).status())
                .isEqualTo(200);
        assertThat(before.get("/api/v1/me").status()).isEqualTo(401);
        assertThat(after.get("/api/v1/me").status()).isEqualTo(200);
        assertThat(mint(id(old), "secret", old.text("secret")).status()).isEqualTo(401);
        assertThat(admin.delete(accounts + "/" + account + "/keys/" + id(old)).status())
                .isEqualTo(404);
    }

    @Test
    void disablingNarrowingAndDeletingTakeEffectOnMintedTokens() {
        String account = account("projects.read", "policies.read");
        Reply key = key(account, "{\"kind\":\"secret\"}");
        ApiClient machine = minted(key);
        String policies = "/api/v1/projects/" + project + "/policies";
        assertThat(machine.get(policies).status()).isEqualTo(200);
        admin.put(accounts + "/" + account, "{\"name\":\"ci\",\"scopes\":[\"projects.read\"],\"disabled\":false}");
        assertThat(machine.get(policies).status()).isEqualTo(403);
        admin.put(accounts + "/" + account, "{\"name\":\"ci\",\"scopes\":[\"projects.read\"],\"disabled\":true}");
        assertThat(machine.get("/api/v1/me").status()).isEqualTo(401);
        assertThat(mint(id(key), "secret", key.text("secret")).status()).isEqualTo(401);
        admin.put(accounts + "/" + account, "{\"name\":\"ci\",\"scopes\":[\"projects.read\"],\"disabled\":false}");
        assertThat(machine.get("/api/v1/me").status()).isEqualTo(200);
        assertThat(admin.delete(accounts + "/" + account).status()).isEqualTo(200);
        assertThat(machine.get("/api/v1/me").status()).isEqualTo(401);
        assertThat(admin.get(accounts + "/" + account).status()).isEqualTo(404);
    }

    @Test
    void everyRefusedProofLooksTheSame() {
        String account = account("projects.read");
        Reply key = key(account, "{\"kind\":\"secret\"}");
        Reply expired = key(account, "{\"kind\":\"secret\"}");
        plane.database()
                .execute("UPDATE identity.service_account_key SET expires_at = now() - interval '1 s' WHERE id = '"
                        + id(expired) + "'");
        List<Reply> refused = List.of(
                mint(id(key), "secret", "gpuaas_sk_wrong"),
                mint(id(key), "secret", ""),
                mint(UUID.randomUUID().toString(), "secret", key.text("secret")),
                mint(id(expired), "secret", expired.text("secret")),
                mint(id(key), "client_assertion", "not.a.jwt"),
                mint(UUID.randomUUID().toString(), "client_assertion", assertion(account, claims -> claims)));
        assertThat(refused).allSatisfy(reply -> {
            assertThat(reply.status()).isEqualTo(401);
            assertThat(reply.text("detail")).isEqualTo(refused.getFirst().text("detail"));
        });
        assertThat(plane.anonymous()
                        .send("POST", "/api/v1/token", "{\"key_id\":\"" + id(key) + "\"}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void aSignedAssertionMintsOnce() {
        String account = account("projects.read");
        for (KeyPair pair : List.of(P256, ec("secp384r1"), RSA)) {
            String keyId = id(key(account, publicKey(pair.getPublic())));
            for (JWSAlgorithm algorithm : algorithms(pair)) {
                String assertion = sign(pair, algorithm, claims(account).build());
                Reply minted = mint(keyId, "client_assertion", assertion);
                assertThat(minted.status()).as(algorithm + " " + minted.body()).isEqualTo(200);
                assertThat(plane.client(minted.text("access_token"))
                                .get("/api/v1/projects/" + project)
                                .status())
                        .isEqualTo(200);
                assertThat(mint(keyId, "client_assertion", assertion).status()).isEqualTo(401);
            }
        }
    }

    @Test
    void assertionsThatClaimOtherThingsAreRefused() throws JOSEException {
        String account = account("projects.read");
        String keyId = id(key(account, publicKey(P256.getPublic())));
        String rsaKeyId = id(key(account, publicKey(RSA.getPublic())));
        String pem = pem(RSA.getPublic());
        JWTClaimsSet good = claims(account).build();
        SignedJWT confused = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), good);
        confused.sign(new MACSigner(pem.getBytes(StandardCharsets.UTF_8)));
        List<Reply> refused = List.of(
                mint(keyId, "client_assertion", new PlainJWT(good).serialize()),
                mint(rsaKeyId, "client_assertion", confused.serialize()),
                mint(rsaKeyId, "client_assertion", sign(RSA, JWSAlgorithm.RS512, good)),
                mint(rsaKeyId, "client_assertion", sign(P256, JWSAlgorithm.ES256, good)),
                mint(keyId, "client_assertion", sign(ec("secp256r1"), JWSAlgorithm.ES256, good)),
                mint(keyId, "client_assertion", assertion(account, c -> c.issuer("x"))),
                mint(keyId, "client_assertion", assertion(account, c -> c.subject("x"))),
                mint(keyId, "client_assertion", assertion(account, c -> c.audience("https://elsewhere"))),
                mint(keyId, "client_assertion", assertion(account, c -> c.audience((String) null))),
                mint(keyId, "client_assertion", assertion(account, c -> c.jwtID(null))),
                mint(keyId, "client_assertion", assertion(account, c -> c.expirationTime(null))),
                mint(keyId, "client_assertion", assertion(account, c -> c.expirationTime(in(-5)))),
                mint(keyId, "client_assertion", assertion(account, c -> c.expirationTime(in(3600)))),
                mint(keyId, "client_assertion", assertion(account, c -> c.notBeforeTime(in(120)))),
                mint(keyId, "client_assertion", assertion(account, c -> c.issueTime(in(120)))));
        assertThat(refused).allSatisfy(reply -> assertThat(reply.status()).isEqualTo(401));
        assertThat(mint(keyId, "client_assertion", assertion(account, claims -> claims))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void weakAndMalformedKeysAreRefused() {
        String account = account("projects.read");
        String good = pem(P256.getPublic());
        for (String body : List.of(
                publicKey(rsa(1024, 65_537).getPublic()),
                publicKey(rsa(2048, 3).getPublic()),
                publicKey(ec("secp521r1").getPublic()),
                "{\"kind\":\"public_key\"}",
                "{\"kind\":\"secret\",\"public_key\":\"x\"}",
                "{\"kind\":\"public_key\",\"public_key\":\"hello\"}",
                body(good.replace("PUBLIC", "PRIVATE")),
                body(good.substring(0, 60) + "-----END PUBLIC KEY-----"),
                "{\"kind\":\"secret\",\"expires_at\":\"" + Instant.now().minusSeconds(1) + "\"}")) {
            Reply reply = key(account, body);
            assertThat(reply.text("code")).as(body + reply.body()).isEqualTo("request_invalid");
        }
    }

    @Test
    void keysScopesAndAccountsAreBounded() {
        String account = account("projects.read");
        for (int i = 0; i < 10; i++) {
            assertThat(key(account, "{\"kind\":\"secret\"}").status()).isEqualTo(201);
        }
        assertThat(key(account, "{\"kind\":\"secret\"}").text("code")).isEqualTo("too_many");
        for (String scopes : List.of(json("tenants.delete"), json("no.such"), "[]")) {
            assertThat(admin.post(accounts, "{\"name\":\"ci\",\"scopes\":" + scopes + "}")
                            .text("code"))
                    .isEqualTo("request_invalid");
        }
        admin.put("/api/v1/projects/" + project + "/policies/identity.service_accounts_max", "{\"value\":\"1\"}");
        assertThat(admin.post(accounts, "{\"name\":\"ci\",\"scopes\":[\"projects.read\"]}")
                        .text("code"))
                .isEqualTo("too_many");
    }

    @Test
    void nobodyReachesMoreThroughAMachine() {
        String strong = account("project_members.manage", "projects.read");
        ApiClient narrow =
                plane.client(principals.machine(project, List.of("service_accounts.manage", "projects.read")));
        List<Reply> refused = List.of(
                narrow.post(accounts, "{\"name\":\"x\",\"scopes\":[\"project_members.manage\"]}"),
                narrow.post(accounts + "/" + strong + "/keys", "{\"kind\":\"secret\"}"),
                narrow.put(
                        accounts + "/" + strong, "{\"name\":\"x\",\"scopes\":[\"projects.read\"],\"disabled\":false}"));
        assertThat(refused).allSatisfy(reply -> {
            assertThat(reply.status()).isEqualTo(403);
            assertThat(reply.text("detail")).contains("project_members.manage");
        });
        assertThat(narrow.post(accounts, "{\"name\":\"x\",\"scopes\":[\"projects.read\"]}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void anotherProjectsAccountIsNotThere() {
        String account = account("projects.read");
        String other = "/api/v1/projects/" + admin.createProject(tenant) + "/service-accounts/" + account;
        assertThat(admin.get(other).status()).isEqualTo(404);
        assertThat(admin.post(other + "/keys", "{\"kind\":\"secret\"}").status())
                .isEqualTo(404);
        assertThat(admin.delete(other).status()).isEqualTo(404);
        assertThat(admin.get(accounts).json().path("items")).hasSize(1);
    }

    @Test
    void expiredTokensAndAssertionsAreDeleted() {
        String account = account("projects.read");
        Reply key = key(account, publicKey(P256.getPublic()));
        Reply minted = mint(id(key), "client_assertion", assertion(account, claims -> claims));
        assertThat(minted.status()).isEqualTo(200);
        String ofKey = " WHERE key_id = '" + id(key) + "'";
        plane.database().execute("UPDATE identity.access_token SET expires_at = now() - interval '1 s'" + ofKey);
        plane.database().execute("UPDATE identity.used_assertion SET expires_at = now() - interval '1 s'" + ofKey);
        plane.bean(IdentityHousekeeping.class).deleteEnded();
        assertThat(plane.database().count("SELECT count(*) FROM identity.access_token" + ofKey))
                .isZero();
        assertThat(plane.database().count("SELECT count(*) FROM identity.used_assertion" + ofKey))
                .isZero();
    }

    private static JWTClaimsSet.Builder claims(String account) {
        return new JWTClaimsSet.Builder()
                .issuer(account)
                .subject(account)
                .audience("gpuaas")
                .jwtID(UUID.randomUUID().toString())
                .issueTime(in(0))
                .expirationTime(in(60));
    }

    private static String assertion(String account, UnaryOperator<JWTClaimsSet.Builder> change) {
        return sign(P256, JWSAlgorithm.ES256, change.apply(claims(account)).build());
    }

    private static Date in(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    private static List<JWSAlgorithm> algorithms(KeyPair pair) {
        return pair == RSA
                ? List.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256)
                : List.of(pair == P256 ? JWSAlgorithm.ES256 : JWSAlgorithm.ES384);
    }

    private static String sign(KeyPair pair, JWSAlgorithm algorithm, JWTClaimsSet claims) {
        try {
            JWSSigner signer = pair.getPrivate() instanceof ECPrivateKey ec
                    ? new ECDSASigner(ec)
                    : new RSASSASigner(pair.getPrivate());
            SignedJWT jwt = new SignedJWT(new JWSHeader(algorithm), claims);
            jwt.sign(signer);
            return jwt.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String publicKey(PublicKey key) {
        return body(pem(key));
    }

    private static String body(String pem) {
        return "{\"kind\":\"public_key\",\"public_key\":\"" + pem.replace("\n", "\\n") + "\"}";
    }

    private static String pem(PublicKey key) {
        return "-----BEGIN PUBLIC KEY-----\n" + Base64.getEncoder().encodeToString(key.getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    private static KeyPair ec(String curve) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(curve));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyPair rsa(int bits, long exponent) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(new RSAKeyGenParameterSpec(bits, java.math.BigInteger.valueOf(exponent)));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
