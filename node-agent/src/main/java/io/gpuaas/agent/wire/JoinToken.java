package io.gpuaas.agent.wire;

import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code gpj1.<token id>.<secret>.<sha256 of the CA certificate>}; the digest in hex or base64url. */
public final class JoinToken {

    private static final Pattern FORM =
            Pattern.compile("gpj1\\.[A-Za-z0-9_-]{1,64}\\.[A-Za-z0-9_-]{16,128}\\.([A-Za-z0-9_-]{43}|[0-9a-fA-F]{64})");
    private static final int HEX_LENGTH = 64;

    private final String text;
    private final byte[] caDigest;

    private JoinToken(String text, byte[] caDigest) {
        this.text = text;
        this.caDigest = caDigest;
    }

    public static JoinToken parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("this is not a join token (gpj1.…)");
        }
        String digest = matcher.group(1);
        return new JoinToken(
                text,
                digest.length() == HEX_LENGTH
                        ? HexFormat.of().parseHex(digest)
                        : Base64.getUrlDecoder().decode(digest));
    }

    byte[] caDigest() {
        return caDigest.clone();
    }

    /** The token's text, as it is sent to the server. */
    public String reveal() {
        return text;
    }

    /** Not the token, which is a secret. */
    @Override
    public String toString() {
        return "join token";
    }
}
