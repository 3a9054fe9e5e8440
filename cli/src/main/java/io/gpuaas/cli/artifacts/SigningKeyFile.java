package io.gpuaas.cli.artifacts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.util.Base64;
import java.util.List;

/** A private key from a file in PEM (PKCS #8), which never leaves this machine. Signs with the algorithm of its kind. */
final class SigningKeyFile {

    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";
    private static final int P384_BITS = 384;

    private final PrivateKey key;

    private SigningKeyFile(PrivateKey key) {
        this.key = key;
    }

    static SigningKeyFile parse(String pem) {
        String text = pem.strip();
        if (text.contains("ENCRYPTED")) {
            throw new IllegalArgumentException(
                    "The key is encrypted. Decrypt it first, for example with 'openssl pkcs8 -in FILE'.");
        }
        if (text.contains("PUBLIC KEY") || text.contains("CERTIFICATE")) {
            throw new IllegalArgumentException(
                    "The file has a public key or a certificate. Sign with the private key, which is in a file of its own.");
        }
        if (!text.startsWith(BEGIN) || !text.endsWith(END)) {
            throw new IllegalArgumentException(
                    "The file has no private key in PKCS #8. Convert it with 'openssl pkcs8 -topk8 -nocrypt -in FILE'.");
        }
        byte[] der = Base64.getMimeDecoder()
                .decode(text.substring(BEGIN.length(), text.length() - END.length())
                        .getBytes(StandardCharsets.US_ASCII));
        for (String algorithm : new String[] {"EC", "Ed25519", "RSA"}) {
            try {
                return new SigningKeyFile(
                        KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der)));
            } catch (GeneralSecurityException e) {
                // The key is of another kind; the next factory may read it.
            }
        }
        throw new IllegalArgumentException("The key is not a P-256, P-384, Ed25519 or RSA key.");
    }

    /** Writes a new private key, readable by its owner only, and its public key. Neither file may exist. */
    static void generate(Path privateFile, Path publicFile) throws IOException {
        KeyPair pair = newPair();
        for (Path file : List.of(privateFile, publicFile)) {
            if (Files.exists(file)) {
                throw new IllegalArgumentException("File " + file + " exists; it is not overwritten.");
            }
        }
        boolean isPosix =
                privateFile.getFileSystem().supportedFileAttributeViews().contains("posix");
        Files.createFile(
                privateFile,
                isPosix
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0]);
        Files.writeString(privateFile, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
        Files.writeString(publicFile, pem("PUBLIC KEY", pair.getPublic().getEncoded()), StandardOpenOption.CREATE_NEW);
    }

    private static KeyPair newPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }

    private static String pem(String label, byte[] der) {
        Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN " + label + "-----\n" + lines.encodeToString(der) + "\n-----END " + label + "-----\n";
    }

    byte[] sign(byte[] message) {
        try {
            Signature signature = start();
            signature.initSign(key);
            signature.update(message);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("The key cannot sign: " + e.getMessage(), e);
        }
    }

    private Signature start() throws GeneralSecurityException {
        return switch (key) {
            case ECPrivateKey ec
            when ec.getParams().getCurve().getField().getFieldSize() == P384_BITS ->
                Signature.getInstance("SHA384withECDSA");
            case ECPrivateKey ec -> Signature.getInstance("SHA256withECDSA");
            case EdECPrivateKey ed -> Signature.getInstance("Ed25519");
            case RSAPrivateKey rsa -> {
                Signature pss = Signature.getInstance("RSASSA-PSS");
                pss.setParameter(new PSSParameterSpec(
                        "SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, PSSParameterSpec.TRAILER_FIELD_BC));
                yield pss;
            }
            default -> throw new IllegalArgumentException("The key is not a P-256, P-384, Ed25519 or RSA key.");
        };
    }
}
