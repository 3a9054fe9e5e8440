package io.gpuaas.controlplane.access;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kinds of public key we accept. */
enum SshKeyType {
    ED25519("ssh-ed25519"),
    ED25519_ON_SECURITY_KEY("sk-ssh-ed25519@openssh.com"),
    ECDSA_P256("ecdsa-sha2-nistp256"),
    ECDSA_P384("ecdsa-sha2-nistp384"),
    ECDSA_P521("ecdsa-sha2-nistp521"),
    ECDSA_P256_ON_SECURITY_KEY("sk-ecdsa-sha2-nistp256@openssh.com"),
    RSA("ssh-rsa");

    static final int NAME_BYTES_MAX = 64;

    private static final int RSA_BITS_MIN = 3072;
    /** The most that OpenSSH itself takes. */
    private static final int RSA_BITS_MAX = 16384;

    private static final BigInteger RSA_EXPONENT_MIN = BigInteger.valueOf(65537);
    /** OpenSSL does not verify with a longer one. */
    private static final int RSA_EXPONENT_BITS_MAX = 64;

    private static final int APPLICATION_BYTES_MAX = 256;

    private final String wireName;

    SshKeyType(String wireName) {
        this.wireName = wireName;
    }

    String wireName() {
        return wireName;
    }

    static Optional<SshKeyType> find(String wireName) {
        return Arrays.stream(values())
                .filter(type -> type.wireName.equals(wireName))
                .findFirst();
    }

    static String names() {
        return Arrays.stream(values()).map(SshKeyType::wireName).collect(Collectors.joining(", "));
    }

    /** Reads the part of a key after its type, refuses weak keys, and returns the size as ssh-keygen prints it. */
    int readBits(SshWire wire) {
        return switch (this) {
            case ED25519 -> readEd25519(wire);
            case ED25519_ON_SECURITY_KEY -> {
                int bits = readEd25519(wire);
                readApplication(wire);
                yield bits;
            }
            case ECDSA_P256 -> NistCurve.P256.readPoint(wire);
            case ECDSA_P384 -> NistCurve.P384.readPoint(wire);
            case ECDSA_P521 -> NistCurve.P521.readPoint(wire);
            case ECDSA_P256_ON_SECURITY_KEY -> {
                int bits = NistCurve.P256.readPoint(wire);
                readApplication(wire);
                yield bits;
            }
            case RSA -> readRsa(wire);
        };
    }

    private static int readEd25519(SshWire wire) {
        byte[] point = wire.next(Ed25519Point.BYTES);
        if (point.length != Ed25519Point.BYTES) {
            throw AccessErrors.keyRefused("The key is damaged: an Ed25519 key must have 32 bytes.");
        }
        if (!Ed25519Point.isUsable(point)) {
            throw AccessErrors.keyRefused("The key is weak or damaged: it is not a usable point on the curve.");
        }
        return Ed25519Point.BYTES * Byte.SIZE;
    }

    /** For which application the security key holds the private half, by default {@code ssh:}. */
    private static void readApplication(SshWire wire) {
        String application = wire.nextName(APPLICATION_BYTES_MAX);
        if (application.isBlank() || !application.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw AccessErrors.keyRefused("The key is damaged: it does not name its application.");
        }
    }

    private static int readRsa(SshWire wire) {
        BigInteger exponent = wire.nextPositive(RSA_BITS_MAX);
        BigInteger modulus = wire.nextPositive(RSA_BITS_MAX);
        int bits = modulus.bitLength();
        if (bits < RSA_BITS_MIN || bits > RSA_BITS_MAX) {
            throw AccessErrors.keyRefused("An RSA key must have " + RSA_BITS_MIN + " to " + RSA_BITS_MAX
                    + " bits, but this one has " + bits + ". Generate a key with ssh-keygen -t ed25519.");
        }
        if (!modulus.testBit(0)) {
            throw AccessErrors.keyRefused("The RSA key is weak: its modulus is even.");
        }
        if (exponent.compareTo(RSA_EXPONENT_MIN) < 0
                || exponent.bitLength() > RSA_EXPONENT_BITS_MAX
                || !exponent.testBit(0)) {
            throw AccessErrors.keyRefused("The RSA key is weak: its exponent is not an odd number from 65537 to 2^64.");
        }
        return bits;
    }
}
