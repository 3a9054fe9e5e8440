package io.gpuaas.controlplane.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpuaas.controlplane.access.SshKeySamples.Wire;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid keys are refused, with the reason and without the text. */
class SshPublicKeyTest {

    private static final String GOOD = SshKeySamples.ed25519();
    private static final BigInteger E = BigInteger.valueOf(65537);

    private static ProblemException refused(String text) {
        ProblemException problem = catchThrowableOfType(ProblemException.class, () -> SshPublicKey.parse(text));
        return Objects.requireNonNull(problem, "was accepted: " + text);
    }

    private static void isRefused(String text, String reason) {
        ProblemException problem = refused(text);
        assertThat(problem.code()).isEqualTo(ErrorCode.SSH_KEY_REFUSED);
        assertThat(problem.detail()).containsIgnoringCase(reason);
        assertThat(problem).hasNoCause();
    }

    private static String ed25519(Wire wire) {
        return SshKeySamples.line("ssh-ed25519", wire);
    }

    private static String rsa(BigInteger exponent, BigInteger modulus) {
        return SshKeySamples.line(
                "ssh-rsa", new Wire().text("ssh-rsa").number(exponent).number(modulus));
    }

    /** Odd, of that many bits. */
    private static BigInteger modulus(int bits) {
        return BigInteger.TWO.pow(bits - 1).add(BigInteger.valueOf(12345));
    }

    @Test
    void theCommentIsWhatFollowsTheKey() {
        assertThat(SshPublicKey.parse(GOOD).comment()).isEmpty();
        assertThat(SshPublicKey.parse(GOOD + " ann@laptop 2 of 3").comment()).isEqualTo("ann@laptop 2 of 3");
        assertThat(SshPublicKey.parse(GOOD + "  Müller=,\"x\"").comment()).isEqualTo("Müller=,\"x\"");
        assertThat(SshPublicKey.parse(GOOD + " " + "c".repeat(255)).comment()).hasSize(255);
        isRefused(GOOD + " " + "c".repeat(256), "comment is longer");
    }

    @Test
    void spacesAndLineEndsAroundTheLineDoNotMatter() {
        assertThat(SshPublicKey.parse(" \t" + GOOD + " me\r\n\n").line()).isEqualTo(GOOD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n", " me\n"})
    void severalLinesAreRefused(String between) {
        isRefused(GOOD + between + SshKeySamples.ed25519(), "several lines");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\t", "\0", "\u001b[2J", "\u007f", "\u0085"})
    void controlCharactersAreRefused(String character) {
        isRefused(GOOD + " a" + character + "b", "control character");
        isRefused(GOOD.replace(" ", character), "control character");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00a0", "\u2003", "\u3000", "\u202f", "\u2028", "\u2029"})
    void otherSpacesThanTheOrdinaryOneAreRefused(String space) {
        isRefused(GOOD.replace(" ", space), "space that is not the ordinary one");
        isRefused(GOOD + " a" + space + "b", "space that is not the ordinary one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u200b", "\ufeff", "\u202e", "\u2060", "\ue000", "\ud800", "\uffff"})
    void invisibleCharactersAreRefused(String character) {
        isRefused(character + GOOD, "invisible character");
        isRefused(GOOD + " a" + character + "b", "invisible character");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n", "\t \r\n"})
    void nothingIsRefused(String text) {
        isRefused(text, "is empty");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "command=\"/bin/true\" KEY",
                "command=\"echo a b\",no-pty KEY me",
                "restrict KEY",
                "from=\"10.0.0.0/8\" KEY",
                "cert-authority KEY",
                "environment=\"A=ssh-rsa\" KEY me"
            })
    void optionsAreRefused(String line) {
        isRefused(line.replace("KEY", GOOD + " c"), "Options before the key");
    }

    @ParameterizedTest
    @CsvSource({
        "ssh-dss AAAAB3NzaC1kc3M=, DSA keys are weak",
        "ssh-ed25519-cert-v01@openssh.com AAAA, certificate",
        "ssh-rsa-cert-v01@openssh.com AAAA, certificate",
        "sk-ecdsa-sha2-nistp256-cert-v01@openssh.com AAAA, certificate",
        "ssh-xmss@openssh.com AAAA, one of the accepted types",
        "rsa-sha2-512 AAAA, one of the accepted types",
        "SSH-ED25519 AAAA, one of the accepted types",
        "ѕsh-ed25519 AAAA, one of the accepted types",
        "1024 65537 1234567890, one of the accepted types",
        "AAAAC3NzaC1lZDI1NTE5AAAA, one of the accepted types",
        "hunter2, one of the accepted types",
        "ssh-ed25519, The key is missing",
        "ssh-ed25519 A, not valid Base64",
        "ssh-ed25519 AA*A, not valid Base64",
        "ssh-ed25519 AAAA-_AA, not valid Base64",
        "ssh-ed25519 АААА, not valid Base64",
        "ssh-ed25519 AAAA, ends too early",
        "---- BEGIN SSH2 PUBLIC KEY ----, another format",
        "-----BEGIN PUBLIC KEY-----, another format"
    })
    void anUnacceptableKeyIsRefusedForItsReason(String line, String reason) {
        isRefused(line, reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-----BEGIN OPENSSH %s KEY-----\nc2VjcmV0",
                "-----BEGIN RSA %s KEY-----\nc2VjcmV0\n-----END RSA %s KEY-----\n",
                "-----BEGIN %s KEY-----  c2VjcmV0",
                "-----BEGIN ENCRYPTED %s KEY-----\nc2VjcmV0",
                "---- BEGIN SSH2 ENCRYPTED %s KEY ----\nc2VjcmV0",
                "c2VjcmV0\n-----END EC %s KEY-----",
                "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nc2VjcmV0",
                "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUc2VjcmV0"
            })
    void aPrivateKeyIsCalledOneAndNotRepeated(String text) {
        // Put together here, so that no scanner takes this file for a leak.
        ProblemException problem = refused(text.replace("%s", "PRIVATE"));
        assertThat(problem.code()).isEqualTo(ErrorCode.SSH_KEY_PRIVATE);
        assertThat(problem.detail()).contains("private key").doesNotContain("c2VjcmV0");
        assertThat(problem).hasNoCause();
    }

    @Test
    void noReasonRepeatsWhatWasSent() {
        for (String text : new String[] {
            "hunter2 hunter2 hunter2",
            "ssh-ed25519 hunter2",
            "ssh-ed25519 aHVudGVyMg==",
            "ssh-rsa " + GOOD.substring(12) + " hunter2",
            GOOD + " hunter2\u0007",
            "hunter2 " + GOOD + " hunter2"
        }) {
            assertThat(refused(text).detail()).doesNotContain("hunter2").doesNotContain("aHVudGVyMg");
        }
    }

    @Test
    void tooLongALineIsRefused() {
        isRefused(GOOD + " ".repeat(16 * 1024), "longer than 16384");
    }

    @Test
    void aBase64WithTwoSpellingsIsTakenInOne() {
        String line = ed25519(new Wire().text("ssh-ed25519").field(SshKeySamples.ed25519Point()));
        isRefused(ed25519(new Wire().text("ssh-ed25519").field(new byte[31])).replace("=", ""), "Base64");
        // 51 bytes need no padding; with it the text is another one.
        isRefused(line + "====", "not valid Base64");
        isRefused("ssh-ed25519 AAAAB=", "not valid Base64");
        isRefused("ssh-ed25519 AAAAAB==", "Base64 padding is wrong");
    }

    @Test
    void theTypeInsideIsTheTypeOutside() {
        String key = GOOD.substring("ssh-ed25519 ".length());
        isRefused("ssh-rsa " + key, "does not match the type encoded in the key");
        isRefused("sk-ssh-ed25519@openssh.com " + key, "does not match the type encoded in the key");
        isRefused(
                ed25519(new Wire().text("ssh-ed25519\0").field(SshKeySamples.ed25519Point())),
                "does not match the type encoded in the key");
        isRefused(
                ed25519(new Wire().text("ssh-dss").field(SshKeySamples.ed25519Point())),
                "does not match the type encoded in the key");
    }

    @Test
    void everyTruncationIsRefused() {
        byte[] key = Base64.getDecoder().decode(GOOD.substring("ssh-ed25519 ".length()));
        for (int length = 0; length < key.length; length++) {
            String line = ed25519(new Wire().raw(Arrays.copyOf(key, length)));
            assertThat(refused(line).code()).isEqualTo(ErrorCode.SSH_KEY_REFUSED);
        }
    }

    @Test
    void bytesAfterTheEndAreRefused() {
        Wire good = new Wire().text("ssh-ed25519").field(SshKeySamples.ed25519Point());
        isRefused(ed25519(good.raw(new byte[1])), "extra data after its end");
        isRefused(
                ed25519(new Wire()
                        .text("ssh-ed25519")
                        .field(SshKeySamples.ed25519Point())
                        .text("ssh:")),
                "extra data after its end");
    }

    @ParameterizedTest
    @ValueSource(ints = {33, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE, -1})
    void lengthsThatLieAreRefusedWithoutBeingBelieved(int length) {
        isRefused(
                ed25519(new Wire().text("ssh-ed25519").length(length).raw(SshKeySamples.ed25519Point())),
                "points past its end");
        isRefused(ed25519(new Wire().length(length).raw(new byte[11])), "points past its end");
    }

    @Test
    void aPartThatIsTooLongIsRefused() {
        isRefused(ed25519(new Wire().text("x".repeat(65))), "one of its fields is too long");
        isRefused(ed25519(new Wire().text("ssh-ed25519").field(new byte[33])), "one of its fields is too long");
        isRefused(rsa(E, modulus(16400)), "one of its fields is too long");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // The points of order 1, 2, 4 and 8, and one that is not on the curve.
                "0100000000000000000000000000000000000000000000000000000000000000",
                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "0000000000000000000000000000000000000000000000000000000000000000",
                "0000000000000000000000000000000000000000000000000000000000000080",
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
                "0200000000000000000000000000000000000000000000000000000000000000",
                // y of p and above
                "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
            })
    void ed25519KeysUnderWhichAnybodyCouldSignAreRefused(String point) {
        isRefused(ed25519(new Wire().text("ssh-ed25519").field(HexFormat.of().parseHex(point))), "not a usable point");
    }

    @Test
    void thePublishedEd25519KeysAreTaken() {
        // RFC 8032, 7.1
        for (String point : new String[] {
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
        }) {
            String line =
                    ed25519(new Wire().text("ssh-ed25519").field(HexFormat.of().parseHex(point)));
            assertThat(SshPublicKey.parse(line).bits()).isEqualTo(256);
        }
    }

    private static String ecdsa(String curve, byte[] point) {
        String type = "ecdsa-sha2-nistp256";
        return SshKeySamples.line(type, new Wire().text(type).text(curve).field(point));
    }

    @Test
    void ecdsaKeysHaveAPointOnTheirCurve() {
        // The generator of P-256.
        byte[] point = HexFormat.of()
                .parseHex("046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                        + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5");
        assertThat(SshPublicKey.parse(ecdsa("nistp256", point)).bits()).isEqualTo(256);
        isRefused(ecdsa("nistp384", point), "curve");
        isRefused(ecdsa("nistp256", new byte[] {0}), "has an invalid format");
        isRefused(ecdsa("nistp256", new byte[65]), "has an invalid format");
        byte[] off = point.clone();
        off[64] ^= 1;
        isRefused(ecdsa("nistp256", off), "not on the curve");
        byte[] beyond = new byte[65];
        Arrays.fill(beyond, (byte) 0xff);
        beyond[0] = 4;
        isRefused(ecdsa("nistp256", beyond), "not on the curve");
        byte[] compressed = Arrays.copyOf(point, 33);
        compressed[0] = 3;
        isRefused(ecdsa("nistp256", compressed), "has an invalid format");
    }

    @Test
    void weakRsaKeysAreRefused() {
        assertThat(SshPublicKey.parse(rsa(E, modulus(3072))).bits()).isEqualTo(3072);
        assertThat(SshPublicKey.parse(rsa(E, modulus(16384))).bits()).isEqualTo(16384);
        isRefused(rsa(E, modulus(3071)), "this one has 3071");
        isRefused(rsa(E, modulus(1024)), "this one has 1024");
        isRefused(rsa(E, modulus(3072).subtract(BigInteger.ONE)), "modulus is even");
        for (BigInteger exponent : new BigInteger[] {
            BigInteger.ONE, BigInteger.valueOf(3), BigInteger.valueOf(65535), E.add(BigInteger.ONE)
        }) {
            isRefused(rsa(exponent, modulus(3072)), "exponent");
        }
        isRefused(rsa(BigInteger.TWO.pow(64).add(BigInteger.ONE), modulus(3072)), "exponent");
    }

    @Test
    void rsaNumbersHaveOneSpelling() {
        byte[] padded = new byte[4];
        System.arraycopy(E.toByteArray(), 0, padded, 1, 3);
        for (byte[] exponent : new byte[][] {padded, {}, {0}, {(byte) 0x81, 0, 1}}) {
            isRefused(
                    SshKeySamples.line(
                            "ssh-rsa",
                            new Wire().text("ssh-rsa").field(exponent).number(modulus(3072))),
                    "not in canonical form");
        }
    }

    @Test
    void keysOnSecurityKeysNameTheirApplication() {
        String type = "sk-ssh-ed25519@openssh.com";
        byte[] point = SshKeySamples.ed25519Point();
        assertThat(SshPublicKey.parse(SshKeySamples.line(
                                type, new Wire().text(type).field(point).text("ssh:")))
                        .type())
                .isEqualTo(SshKeyType.ED25519_ON_SECURITY_KEY);
        isRefused(SshKeySamples.line(type, new Wire().text(type).field(point)), "ends too early");
        isRefused(SshKeySamples.line(type, new Wire().text(type).field(point).text("")), "application");
        isRefused(SshKeySamples.line(type, new Wire().text(type).field(point).text("a\nb")), "application");
    }
}
