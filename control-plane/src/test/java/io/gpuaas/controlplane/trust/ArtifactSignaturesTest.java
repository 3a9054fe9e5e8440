package io.gpuaas.controlplane.trust;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.trust.SignatureMaterial.CosignSimple;
import io.gpuaas.controlplane.trust.SignatureMaterial.NotationJws;
import io.gpuaas.controlplane.trust.SignatureMaterial.SigstoreBundle;
import io.gpuaas.controlplane.trust.SigningKey.Holder;
import io.gpuaas.controlplane.trust.Verification.Evidence;
import io.gpuaas.controlplane.trust.Verification.Failed;
import io.gpuaas.controlplane.trust.Verification.Reason;
import io.gpuaas.controlplane.trust.Verification.Unsigned;
import io.gpuaas.controlplane.trust.Verification.Verified;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures made here with the JDK alone are held against the verifier, right ones and each known confusion. */
class ArtifactSignaturesTest {

    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
    private static final byte[] CONTENT = "content of a bundle".getBytes(UTF_8);
    private static final String DIGEST = "sha256:" + hex(CONTENT);
    private static final String OTHER = "sha256:" + "0".repeat(64);
    private static final SignedArtifact ARTIFACT =
            new SignedArtifact(DIGEST, 1234, "application/vnd.oci.image.manifest.v1+json", CONTENT, NOW);
    private static final String RELEASE = "https://sigstore.dev/cosign/sign/v1";
    private static final KeyPair KEY = pair("P-256");
    private static final KeyPair OTHER_KEY = pair("P-256");
    private static final SigningKey PUBLISHER = key("k1", KEY);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"P-256", "P-384", "Ed25519", "RSA"})
    void everyKindOfKeySignsEveryForm(String kind) {
        KeyPair pair = pair(kind);
        SigningKey key = key("k", pair);
        assertVerified(verify(key, simple(pair, DIGEST)), "k");
        assertVerified(verify(key, dsse(pair, DIGEST, RELEASE)), "k");
        assertVerified(verify(key, message(pair, CONTENT)), "k");
    }

    @Test
    void nothingIsUnsigned() {
        assertThat(verify(PUBLISHER)).isInstanceOf(Unsigned.class);
    }

    @Test
    void anSbomByTheRightKeyIsNoRelease() {
        assertFailed(verify(PUBLISHER, dsse(KEY, DIGEST, "https://cyclonedx.org/bom")), Reason.WRONG_PREDICATE);
    }

    @Test
    void anotherKeyOrDigestDoesNotCount() {
        assertFailed(verify(PUBLISHER, dsse(OTHER_KEY, DIGEST, RELEASE)), Reason.UNKNOWN_KEY_OR_WRONG_SIGNATURE);
        assertFailed(verify(PUBLISHER, simple(OTHER_KEY, DIGEST)), Reason.UNKNOWN_KEY_OR_WRONG_SIGNATURE);
        assertFailed(verify(PUBLISHER, dsse(KEY, OTHER, RELEASE)), Reason.OTHER_DIGEST);
        assertFailed(verify(PUBLISHER, simple(KEY, OTHER)), Reason.OTHER_DIGEST);
        assertFailed(verify(PUBLISHER, message(OTHER_KEY, CONTENT)), Reason.UNKNOWN_KEY_OR_WRONG_SIGNATURE);
        assertFailed(verify(PUBLISHER, message(KEY, "other".getBytes(UTF_8))), Reason.OTHER_DIGEST);
    }

    @Test
    void aPayloadOfAnotherTypeIsRefused() {
        byte[] payload = "{\"critical\":{\"type\":\"something else\",\"image\":{\"docker-manifest-digest\":\"%s\"}}}"
                .formatted(DIGEST)
                .getBytes(UTF_8);
        assertFailed(
                verify(PUBLISHER, new CosignSimple("s", payload, base64(sign(KEY, payload)))),
                Reason.WRONG_PAYLOAD_TYPE);
        byte[] statement = statement(DIGEST, RELEASE);
        byte[] signature = sign(KEY, pae("text/plain", statement, statement.length));
        assertFailed(verify(PUBLISHER, envelope(statement, "text/plain", signature)), Reason.WRONG_PAYLOAD_TYPE);
    }

    /** A signature over an encoding with another length could be moved to another split of type and payload. */
    @Test
    void aPreAuthenticationEncodingWithAWrongLengthIsRefused() {
        byte[] statement = statement(DIGEST, RELEASE);
        byte[] signature = sign(KEY, pae("application/vnd.in-toto+json", statement, statement.length + 1));
        assertFailed(
                verify(PUBLISHER, envelope(statement, "application/vnd.in-toto+json", signature)),
                Reason.UNKNOWN_KEY_OR_WRONG_SIGNATURE);
    }

    @Test
    void derWithTrailingBytesOrPaddingIsRefused() {
        CosignSimple good = simple(KEY, DIGEST);
        byte[] der = Base64.getDecoder().decode(good.signature());
        byte[] trailing = Arrays.copyOf(der, der.length + 1);
        assertThat(StrictDer.isEcdsa(der, 32)).isTrue();
        assertThat(StrictDer.isEcdsa(trailing, 32)).isFalse();
        trailing[1]++;
        assertThat(StrictDer.isEcdsa(trailing, 32)).isFalse();
        for (byte[] wrong : List.of(trailing, Arrays.copyOf(der, der.length - 1), new byte[0], new byte[] {0x30, 0})) {
            assertFailed(
                    verify(PUBLISHER, new CosignSimple("s", good.payload(), base64(wrong))),
                    Reason.UNKNOWN_KEY_OR_WRONG_SIGNATURE);
        }
        assertFailed(
                verify(PUBLISHER, new CosignSimple("s", good.payload(), good.signature() + "\n")), Reason.UNREADABLE);
    }

    @Test
    void aBundleWithBothKindsNoneOrACertificateIsRefused() {
        String both = text(dsse(KEY, DIGEST, RELEASE));
        assertFailed(
                verify(PUBLISHER, bundle(both.replace("\"dsseEnvelope\"", "\"messageSignature\":{},\"dsseEnvelope\""))),
                Reason.AMBIGUOUS_BUNDLE);
        assertFailed(verify(PUBLISHER, bundle(both.replace("dsseEnvelope", "other"))), Reason.AMBIGUOUS_BUNDLE);
        assertFailed(
                verify(PUBLISHER, bundle(both.replace("\"publicKey\"", "\"certificate\":{},\"publicKey\""))),
                Reason.NO_PUBLIC_KEY_BUNDLE);
        assertFailed(verify(PUBLISHER, bundle(both.replace("v0.3+json", "v0.1+json"))), Reason.UNSUPPORTED_FORM);
        assertFailed(
                verify(PUBLISHER, bundle(both.replace("\"dsseEnvelope\"", "\"dsseEnvelope\":{},\"dsseEnvelope\""))),
                Reason.UNREADABLE);
        assertFailed(verify(PUBLISHER, bundle("[".repeat(100_000))), Reason.UNREADABLE);
    }

    @Test
    void aRevokedKeyCountsForNothingAndARetiredOneForOlderArtifacts() {
        SignatureMaterial material = dsse(KEY, DIGEST, RELEASE);
        SigningKey revoked = new SigningKey("k", Holder.PUBLISHER, KEY.getPublic(), null, NOW);
        assertFailed(verify(revoked, material), Reason.REVOKED_KEY);
        SigningKey retired = new SigningKey("k", Holder.PUBLISHER, KEY.getPublic(), NOW.minusSeconds(1), null);
        assertFailed(verify(retired, material), Reason.RETIRED_KEY);
        SigningKey retiredLater = new SigningKey("k", Holder.PUBLISHER, KEY.getPublic(), NOW.plusSeconds(1), null);
        assertVerified(verify(retiredLater, material), "k");
    }

    @Test
    void enoughDifferentSignersAreNeededAndABrokenSignatureIsShown() {
        KeyPair platform = pair("Ed25519");
        List<SigningKey> keys = List.of(
                PUBLISHER,
                key("k2", OTHER_KEY),
                new SigningKey("p", Holder.PLATFORM, platform.getPublic(), null, null));
        TrustRequirement two = new TrustRequirement(keys, List.of(), 2, 1);
        SignatureMaterial first = dsse(KEY, DIGEST, RELEASE);
        SignatureMaterial second = simple(OTHER_KEY, DIGEST);
        SignatureMaterial third = dsse(platform, DIGEST, RELEASE);
        SignatureMaterial broken = dsse(pair("P-256"), DIGEST, RELEASE);
        assertFailed(
                ArtifactSignatures.verify(ARTIFACT, List.of(first, first, third), two, NOW), Reason.TOO_FEW_SIGNERS);
        assertFailed(ArtifactSignatures.verify(ARTIFACT, List.of(first, second), two, NOW), Reason.TOO_FEW_SIGNERS);
        Verification verified = ArtifactSignatures.verify(ARTIFACT, List.of(broken, first, second, third), two, NOW);
        assertThat(verified).isInstanceOfSatisfying(Verified.class, outcome -> {
            assertThat(outcome.evidence()).extracting(Evidence::keyId).containsExactly("k1", "k2", "p");
            assertThat(outcome.rejected()).hasSize(1);
        });
    }

    @Test
    void materialIsBounded() {
        SignatureMaterial one = simple(KEY, DIGEST);
        SignatureMaterial[] junk = IntStream.range(0, 101)
                .mapToObj(i -> new SigstoreBundle("s", ("junk " + i).getBytes(UTF_8)))
                .toArray(SignatureMaterial[]::new);
        assertFailed(verify(PUBLISHER, junk), Reason.TOO_MANY_SIGNATURES);
        assertVerified(verify(PUBLISHER, Collections.nCopies(101, one).toArray(SignatureMaterial[]::new)), "k1");
        assertFailed(verify(PUBLISHER, new SigstoreBundle("s", new byte[10 * 1024 * 1024 + 1])), Reason.TOO_LARGE);
        assertFailed(verify(PUBLISHER, new SigstoreBundle("s", new byte[2 * 1024 * 1024])), Reason.UNREADABLE);
    }

    /** Junk beyond the limits does not end the trust in an artifact with enough signatures. */
    @Test
    void signaturesThatAreNotLookedAtMatterOnlyIfTheOthersAreNotEnough() {
        List<SignatureMaterial> material = new ArrayList<>(List.of(simple(KEY, DIGEST)));
        IntStream.range(0, 150).forEach(i -> material.add(new SigstoreBundle("s", ("junk " + i).getBytes(UTF_8))));
        TrustRequirement one = new TrustRequirement(List.of(PUBLISHER), List.of(), 1, 0);
        assertVerified(ArtifactSignatures.verify(ARTIFACT, material, true, one, NOW), "k1");
        TrustRequirement two = new TrustRequirement(List.of(PUBLISHER, key("k2", OTHER_KEY)), List.of(), 2, 0);
        assertFailed(ArtifactSignatures.verify(ARTIFACT, material, true, two, NOW), Reason.TOO_MANY_SIGNATURES);
        assertFailed(
                ArtifactSignatures.verify(ARTIFACT, material.subList(0, 1), true, two, NOW),
                Reason.TOO_MANY_SIGNATURES);
        assertFailed(
                ArtifactSignatures.verify(ARTIFACT, material.subList(0, 1), false, two, NOW), Reason.TOO_FEW_SIGNERS);
    }

    @Test
    void aSignatureOverLargeContentIsRefused() {
        byte[] content = new byte[64 * 1024 + 1];
        SignedArtifact large =
                new SignedArtifact("sha256:" + hex(content), content.length, ARTIFACT.mediaType(), content, NOW);
        assertFailed(
                ArtifactSignatures.verify(
                        large,
                        List.of(message(KEY, content)),
                        new TrustRequirement(List.of(PUBLISHER), List.of(), 1, 0),
                        NOW),
                Reason.TOO_LARGE);
    }

    @Test
    void weakAndTrailingKeysAreRefused() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        KeyPair weak = generator.generateKeyPair();
        assertThatThrownBy(() -> key("k", weak)).isInstanceOf(IllegalArgumentException.class);
        byte[] der = KEY.getPublic().getEncoded();
        assertThat(SigningKey.parsePem(pem(der))).isEqualTo(KEY.getPublic());
        assertThatThrownBy(() -> SigningKey.parsePem(pem(Arrays.copyOf(der, der.length + 1))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SigningKey.parsePem(pem(der) + pem(der))).isInstanceOf(IllegalArgumentException.class);
    }

    // ---- notation

    /** The change of a right signature, and the reason for which it is refused. */
    @ParameterizedTest
    @CsvSource({
        "nothing,",
        "other root, UNTRUSTED_CERTIFICATE",
        "expired certificate, EXPIRED_CERTIFICATE",
        "no code signing, WRONG_CERTIFICATE_USE",
        "unknown crit, UNKNOWN_CRITICAL_HEADER",
        "no crit, UNREADABLE",
        "authority scheme, UNSUPPORTED_FORM",
        "expired signature, EXPIRED_SIGNATURE",
        "other digest, OTHER_DIGEST",
        "other size, OTHER_DIGEST",
        "alg none, WRONG_ALGORITHM",
        "alg HS256, WRONG_ALGORITHM",
        "wrong signature, UNKNOWN_KEY_OR_WRONG_SIGNATURE",
        "signed before the certificate, EXPIRED_CERTIFICATE",
    })
    void notationSignaturesAreHeldAgainstTheTrustStore(String change, @Nullable Reason reason) {
        KeyPair rootPair = pair("P-256");
        X509Certificate root =
                certificate(rootPair, rootPair, "CN=root", "CN=root", true, true, NOW.plus(Duration.ofDays(99)));
        KeyPair strangerPair = pair("P-256");
        X509Certificate stranger = certificate(
                strangerPair, strangerPair, "CN=root", "CN=root", true, true, NOW.plus(Duration.ofDays(99)));
        Instant end = change.equals("expired certificate") ? NOW.minusSeconds(60) : NOW.plus(Duration.ofDays(9));
        X509Certificate leaf =
                certificate(KEY, rootPair, "CN=root", "CN=leaf", false, !change.equals("no code signing"), end);
        String scheme = change.equals("authority scheme") ? "notary.x509.signingAuthority" : "notary.x509";
        boolean expires = change.equals("expired signature");
        String crit = switch (change) {
            case "no crit" -> "";
            case "unknown crit" -> "\"crit\":[\"io.cncf.notary.signingScheme\",\"x.y\"],\"x.y\":1,";
            default ->
                "\"crit\":[\"io.cncf.notary.signingScheme\"" + (expires ? ",\"io.cncf.notary.expiry\"" : "") + "],";
        };
        String alg = change.startsWith("alg ") ? change.substring(4) : "ES256";
        Instant signedAt =
                change.startsWith("signed before") ? NOW.minus(Duration.ofDays(999)) : NOW.minus(Duration.ofDays(1));
        String header =
                "{\"alg\":\"%s\",%s\"cty\":\"application/vnd.cncf.notary.payload.v1+json\",\"io.cncf.notary.signingScheme\":\"%s\",%s\"io.cncf.notary.signingTime\":\"%s\"}"
                        .formatted(
                                alg,
                                crit,
                                scheme,
                                expires ? "\"io.cncf.notary.expiry\":\"" + NOW.minusSeconds(1) + "\"," : "",
                                signedAt);
        String payload = "{\"targetArtifact\":{\"digest\":\"%s\",\"mediaType\":\"%s\",\"size\":%d}}"
                .formatted(
                        change.equals("other digest") ? OTHER : DIGEST,
                        ARTIFACT.mediaType(),
                        change.equals("other size") ? 1 : 1234);
        String signed = base64Url(header.getBytes(UTF_8)) + "." + base64Url(payload.getBytes(UTF_8));
        byte[] signature = signRaw(change.equals("wrong signature") ? OTHER_KEY : KEY, signed.getBytes(UTF_8));
        String envelope =
                "{\"payload\":\"%s\",\"protected\":\"%s\",\"header\":{\"x5c\":[\"%s\",\"%s\"]},\"signature\":\"%s\"}"
                        .formatted(
                                base64Url(payload.getBytes(UTF_8)),
                                base64Url(header.getBytes(UTF_8)),
                                base64(encoded(leaf)),
                                base64(encoded(root)),
                                base64Url(signature));
        TrustRequirement requirement =
                new TrustRequirement(List.of(), List.of(change.equals("other root") ? stranger : root), 1, 0);
        Verification outcome = ArtifactSignatures.verify(
                ARTIFACT, List.of(new NotationJws("s", envelope.getBytes(UTF_8))), requirement, NOW);
        if (reason == null) {
            assertVerified(outcome, "certificate:" + hex(encoded(root)));
        } else {
            assertFailed(outcome, reason);
        }
    }

    /** A leaf in the trust store must not drop out, so that the anchor of an unrelated certificate counts. */
    @Test
    void theAnchorOfAnotherCertificateDoesNotVouchForTheLeaf() {
        KeyPair first = pair("P-256");
        KeyPair second = pair("P-256");
        X509Certificate firstRoot = root(first, "CN=first");
        X509Certificate secondRoot = root(second, "CN=second");
        X509Certificate leaf = leaf(KEY, first, "CN=first");
        X509Certificate stranger = leaf(OTHER_KEY, second, "CN=second");
        TrustRequirement requirement = new TrustRequirement(List.of(), List.of(firstRoot, secondRoot, leaf), 1, 0);
        assertFailed(
                ArtifactSignatures.verify(ARTIFACT, List.of(notation(KEY, leaf, stranger)), requirement, NOW),
                Reason.UNTRUSTED_CERTIFICATE);
    }

    @Test
    void oneKeyIsOneSignerHoweverItIsCertified() {
        KeyPair first = pair("P-256");
        KeyPair second = pair("P-256");
        List<X509Certificate> store = List.of(root(first, "CN=first"), root(second, "CN=second"));
        NotationJws byFirst = notation(KEY, leaf(KEY, first, "CN=first"));
        NotationJws bySecond = notation(KEY, leaf(KEY, second, "CN=second"));
        TrustRequirement two = new TrustRequirement(List.of(PUBLISHER, key("k2", OTHER_KEY)), store, 2, 0);
        assertFailed(ArtifactSignatures.verify(ARTIFACT, List.of(byFirst, bySecond), two, NOW), Reason.TOO_FEW_SIGNERS);
        assertFailed(
                ArtifactSignatures.verify(ARTIFACT, List.of(byFirst, simple(KEY, DIGEST)), two, NOW),
                Reason.TOO_FEW_SIGNERS);
        assertThat(ArtifactSignatures.verify(ARTIFACT, List.of(byFirst, simple(OTHER_KEY, DIGEST)), two, NOW))
                .isInstanceOf(Verified.class);
    }

    @Test
    void aKeyOfThePlatformIsNotAPublisherToo() {
        KeyPair authority = pair("P-256");
        SigningKey platform = new SigningKey("p", Holder.PLATFORM, KEY.getPublic(), null, null);
        TrustRequirement both = new TrustRequirement(List.of(platform), List.of(root(authority, "CN=root")), 1, 1);
        assertFailed(
                ArtifactSignatures.verify(
                        ARTIFACT,
                        List.of(simple(KEY, DIGEST), notation(KEY, leaf(KEY, authority, "CN=root"))),
                        both,
                        NOW),
                Reason.TOO_FEW_SIGNERS);
        assertThat(ArtifactSignatures.verify(
                        ARTIFACT,
                        List.of(simple(KEY, DIGEST), notation(OTHER_KEY, leaf(OTHER_KEY, authority, "CN=root"))),
                        both,
                        NOW))
                .isInstanceOf(Verified.class);
    }

    private static X509Certificate root(KeyPair pair, String name) {
        return certificate(pair, pair, name, name, true, true, NOW.plus(Duration.ofDays(99)));
    }

    private static X509Certificate leaf(KeyPair pair, KeyPair issuer, String issuerName) {
        return certificate(pair, issuer, issuerName, "CN=leaf", false, true, NOW.plus(Duration.ofDays(9)));
    }

    private static NotationJws notation(KeyPair signer, X509Certificate... chain) {
        String header =
                "{\"alg\":\"ES256\",\"crit\":[\"io.cncf.notary.signingScheme\"],\"cty\":\"application/vnd.cncf.notary.payload.v1+json\",\"io.cncf.notary.signingScheme\":\"notary.x509\",\"io.cncf.notary.signingTime\":\"%s\"}"
                        .formatted(NOW.minus(Duration.ofDays(1)));
        String payload = "{\"targetArtifact\":{\"digest\":\"%s\",\"mediaType\":\"%s\",\"size\":1234}}"
                .formatted(DIGEST, ARTIFACT.mediaType());
        String signed = base64Url(header.getBytes(UTF_8)) + "." + base64Url(payload.getBytes(UTF_8));
        String certificates = Arrays.stream(chain)
                .map(one -> "\"" + base64(encoded(one)) + "\"")
                .collect(Collectors.joining(","));
        String envelope = "{\"payload\":\"%s\",\"protected\":\"%s\",\"header\":{\"x5c\":[%s]},\"signature\":\"%s\"}"
                .formatted(
                        base64Url(payload.getBytes(UTF_8)),
                        base64Url(header.getBytes(UTF_8)),
                        certificates,
                        base64Url(signRaw(signer, signed.getBytes(UTF_8))));
        return new NotationJws("s", envelope.getBytes(UTF_8));
    }

    // ---- the real openssl

    @Test
    void signaturesOfTheRealOpensslCount() throws IOException, InterruptedException {
        Path program = Path.of("/usr/bin/openssl");
        Assumptions.assumeTrue(Files.isExecutable(program), "openssl is not installed");
        Path payload = folder.resolve("payload");
        Files.write(payload, simplePayload(DIGEST));
        run("openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "ec.pem");
        run("openssl", "pkey", "-in", "ec.pem", "-pubout", "-out", "ec.pub");
        run("openssl", "dgst", "-sha256", "-sign", "ec.pem", "-out", "ec.sig", "payload");
        run("openssl", "genpkey", "-algorithm", "ed25519", "-out", "ed.pem");
        run("openssl", "pkey", "-in", "ed.pem", "-pubout", "-out", "ed.pub");
        run("openssl", "pkeyutl", "-sign", "-rawin", "-inkey", "ed.pem", "-in", "payload", "-out", "ed.sig");
        run("openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "rsa.pem");
        run("openssl", "pkey", "-in", "rsa.pem", "-pubout", "-out", "rsa.pub");
        run(
                "openssl",
                "dgst",
                "-sha256",
                "-sigopt",
                "rsa_padding_mode:pss",
                "-sigopt",
                "rsa_pss_saltlen:32",
                "-sign",
                "rsa.pem",
                "-out",
                "rsa.sig",
                "payload");
        for (String kind : List.of("ec", "ed", "rsa")) {
            SigningKey key = new SigningKey(
                    kind,
                    Holder.PUBLISHER,
                    SigningKey.parsePem(Files.readString(folder.resolve(kind + ".pub"))),
                    null,
                    null);
            String signature = base64(Files.readAllBytes(folder.resolve(kind + ".sig")));
            assertVerified(verify(key, new CosignSimple("s", simplePayload(DIGEST), signature)), kind);
        }
    }

    private void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("log")))
                .isZero();
    }

    // ---- the signer of these tests

    private static Verification verify(SigningKey key, SignatureMaterial... material) {
        return ArtifactSignatures.verify(
                ARTIFACT, List.of(material), new TrustRequirement(List.of(key), List.of(), 1, 0), NOW);
    }

    private static void assertVerified(Verification outcome, String keyId) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Verified.class,
                        verified -> assertThat(verified.evidence())
                                .extracting(Evidence::keyId)
                                .containsExactly(keyId));
    }

    private static void assertFailed(Verification outcome, Reason reason) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.reason()).isEqualTo(reason));
    }

    private static byte[] simplePayload(String digest) {
        return "{\"critical\":{\"identity\":{\"docker-reference\":\"x\"},\"image\":{\"docker-manifest-digest\":\"%s\"},\"type\":\"cosign container image signature\"},\"optional\":null}"
                .formatted(digest)
                .getBytes(UTF_8);
    }

    private static CosignSimple simple(KeyPair pair, String digest) {
        return new CosignSimple("s", simplePayload(digest), base64(sign(pair, simplePayload(digest))));
    }

    private static byte[] statement(String digest, String predicate) {
        return "{\"_type\":\"https://in-toto.io/Statement/v1\",\"subject\":[{\"name\":\"x\",\"digest\":{\"sha256\":\"%s\"}}],\"predicateType\":\"%s\",\"predicate\":{}}"
                .formatted(digest.substring("sha256:".length()), predicate)
                .getBytes(UTF_8);
    }

    private static SigstoreBundle dsse(KeyPair pair, String digest, String predicate) {
        byte[] statement = statement(digest, predicate);
        String type = "application/vnd.in-toto+json";
        return envelope(statement, type, sign(pair, pae(type, statement, statement.length)));
    }

    private static byte[] pae(String type, byte[] payload, int length) {
        byte[] head = ("DSSEv1 " + type.length() + " " + type + " " + length + " ").getBytes(UTF_8);
        byte[] all = Arrays.copyOf(head, head.length + payload.length);
        System.arraycopy(payload, 0, all, head.length, payload.length);
        return all;
    }

    private static SigstoreBundle envelope(byte[] payload, String type, byte[] signature) {
        return bundle(
                "{\"mediaType\":\"application/vnd.dev.sigstore.bundle.v0.3+json\",\"verificationMaterial\":{\"publicKey\":{\"hint\":\"k9\"},\"tlogEntries\":[]},\"dsseEnvelope\":{\"payload\":\"%s\",\"payloadType\":\"%s\",\"signatures\":[{\"sig\":\"%s\",\"keyid\":\"\"}]}}"
                        .formatted(base64(payload), type, base64(signature)));
    }

    private static SigstoreBundle message(KeyPair pair, byte[] content) {
        return bundle(
                "{\"mediaType\":\"application/vnd.dev.sigstore.bundle.v0.3+json\",\"verificationMaterial\":{\"publicKey\":{\"hint\":\"\"}},\"messageSignature\":{\"messageDigest\":{\"algorithm\":\"SHA2_256\",\"digest\":\"%s\"},\"signature\":\"%s\"}}"
                        .formatted(base64(digest(content)), base64(sign(pair, content))));
    }

    private static SigstoreBundle bundle(String json) {
        return new SigstoreBundle("s", json.getBytes(UTF_8));
    }

    private static String text(SigstoreBundle bundle) {
        return new String(bundle.json(), UTF_8);
    }

    private static SigningKey key(String id, KeyPair pair) {
        return new SigningKey(id, Holder.PUBLISHER, pair.getPublic(), null, null);
    }

    private static KeyPair pair(String kind) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(kind.startsWith("P-") ? "EC" : kind);
            if (!kind.equals("Ed25519")) {
                generator.initialize(kind.equals("RSA") ? 2048 : Integer.parseInt(kind.substring(2)));
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] sign(KeyPair pair, byte[] message) {
        return switch (pair.getPrivate().getAlgorithm()) {
            case "EC" -> sign("SHA256withECDSA", pair, message);
            case "RSA" -> sign("RSASSA-PSS", pair, message);
            default -> sign("Ed25519", pair, message);
        };
    }

    private static byte[] signRaw(KeyPair pair, byte[] message) {
        return sign("SHA256withECDSAinP1363Format", pair, message);
    }

    private static byte[] sign(String algorithm, KeyPair pair, byte[] message) {
        try {
            Signature signer = Signature.getInstance(algorithm);
            if (algorithm.equals("RSASSA-PSS")) {
                signer.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
            }
            signer.initSign(pair.getPrivate());
            signer.update(message);
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static X509Certificate certificate(
            KeyPair pair,
            KeyPair issuer,
            String issuerName,
            String name,
            boolean authority,
            boolean codeSigning,
            Instant end) {
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    new X500Name(issuerName),
                    BigInteger.valueOf(System.nanoTime()),
                    Date.from(NOW.minus(Duration.ofDays(30))),
                    Date.from(end),
                    new X500Name(name),
                    pair.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
            builder.addExtension(
                    Extension.keyUsage,
                    true,
                    new KeyUsage(authority ? KeyUsage.keyCertSign : KeyUsage.digitalSignature));
            if (!authority) {
                builder.addExtension(
                        Extension.extendedKeyUsage,
                        true,
                        new ExtendedKeyUsage(
                                codeSigning ? KeyPurposeId.id_kp_codeSigning : KeyPurposeId.id_kp_serverAuth));
            }
            byte[] der = builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuer.getPrivate()))
                    .getEncoded();
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new java.io.ByteArrayInputStream(der));
        } catch (GeneralSecurityException | IOException | org.bouncycastle.operator.OperatorCreationException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String pem(byte[] der) {
        return "-----BEGIN PUBLIC KEY-----\n" + base64(der) + "\n-----END PUBLIC KEY-----\n";
    }

    private static byte[] digest(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String hex(byte[] content) {
        return HexFormat.of().formatHex(digest(content));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String base64Url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
