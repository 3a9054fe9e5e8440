package io.gpuaas.controlplane.access;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;

/** A public key as OpenSSH keeps it on one line of a {@code .pub} file, of a kind we accept. */
record SshPublicKey(SshKeyType type, int bits, String base64, String fingerprint, String comment) {

    private static final int CHARACTERS_MAX = 16 * 1024;
    private static final int COMMENT_CHARACTERS_MAX = 255;
    private static final String ENDS = " \t\r\n";
    private static final String CERTIFICATE_ENDING = "-cert-v01@openssh.com";

    /** The armour of PEM, OpenSSH and SSH2 files, the head of a PuTTY file, and OpenSSH's format without its armour. */
    private static final Pattern PRIVATE_KEY = Pattern.compile(
            "(?i:-{4,5} ?(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File|Private-Lines:)|b3BlbnNzaC1rZXktdjE");

    static SshPublicKey parse(String text) {
        // Checked first, so that a pasted private key is reported as such and not for a lesser fault.
        if (PRIVATE_KEY.matcher(text).find()) {
            throw AccessErrors.privateKey();
        }
        if (text.length() > CHARACTERS_MAX) {
            throw AccessErrors.keyRefused("The line is longer than " + CHARACTERS_MAX + " characters.");
        }
        String line = withoutEnds(text);
        if (line.startsWith("----")) {
            throw AccessErrors.keyRefused("This public key is in another format. Convert it with ssh-keygen -i.");
        }
        PrintableText.findFault(line).ifPresent(fault -> {
            throw AccessErrors.keyRefused("The text " + fault + ". Send the single line of a .pub file unchanged.");
        });
        return ofFields(line, line.split(" +", 3));
    }

    private static SshPublicKey ofFields(String line, String[] fields) {
        SshKeyType type = SshKeyType.find(fields[0]).orElseThrow(() -> wrongBeginning(line, fields[0]));
        if (fields.length < 2) {
            throw AccessErrors.keyRefused("The key is missing after its type.");
        }
        String comment = fields.length < 3 ? "" : fields[2];
        if (comment.length() > COMMENT_CHARACTERS_MAX) {
            throw AccessErrors.keyRefused("The comment is longer than " + COMMENT_CHARACTERS_MAX + " characters.");
        }
        byte[] key = decode(fields[1]);
        SshWire wire = new SshWire(key);
        if (!wire.nextName(SshKeyType.NAME_BYTES_MAX).equals(type.wireName())) {
            throw AccessErrors.keyRefused("The key type does not match the type encoded in the key.");
        }
        int bits = type.readBits(wire);
        wire.end();
        return new SshPublicKey(type, bits, fields[1], fingerprintOf(key), comment);
    }

    /** Editors and clipboards add spaces and line ends; they belong to nothing. */
    private static String withoutEnds(String text) {
        int begin = 0;
        int end = text.length();
        while (begin < end && ENDS.indexOf(text.charAt(begin)) >= 0) {
            begin++;
        }
        while (end > begin && ENDS.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return text.substring(begin, end);
    }

    private static RuntimeException wrongBeginning(String line, String first) {
        if (first.equals("ssh-dss")) {
            return AccessErrors.keyRefused("DSA keys are weak. Generate a key with ssh-keygen -t ed25519.");
        }
        if (first.endsWith(CERTIFICATE_ENDING)) {
            return AccessErrors.keyRefused("This is a certificate. Send the public key it was issued for.");
        }
        if (Arrays.stream(SshKeyType.values()).anyMatch(type -> line.contains(" " + type.wireName() + " "))) {
            return AccessErrors.keyRefused("Options before the key, such as command=, are not accepted. "
                    + "Send only the type, the key, and an optional comment.");
        }
        return AccessErrors.keyRefused(
                "The line must start with one of the accepted types: " + SshKeyType.names() + ".");
    }

    /** The decoder overlooks missing padding and stray bits at the end; a key has one spelling only. */
    private static byte[] decode(String base64) {
        byte[] key;
        try {
            key = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw AccessErrors.keyRefused("The key is truncated or damaged: it is not valid Base64.");
        }
        if (!Base64.getEncoder().encodeToString(key).equals(base64)) {
            throw AccessErrors.keyRefused("The key is truncated or damaged: its Base64 padding is wrong.");
        }
        return key;
    }

    private static String fingerprintOf(byte[] key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
            return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** As a line of {@code authorized_keys}, without the comment. */
    String line() {
        return type.wireName() + " " + base64;
    }
}
