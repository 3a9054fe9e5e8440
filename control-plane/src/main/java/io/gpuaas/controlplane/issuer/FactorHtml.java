package io.gpuaas.controlplane.issuer;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import io.gpuaas.controlplane.issuer.FactorStore.Factor;
import io.gpuaas.controlplane.issuer.FactorStore.Kind;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Renders the pages of the second factor. */
final class FactorHtml {

    private FactorHtml() {}

    static String verify(String csrf, @Nullable String keyOptions, @Nullable String note) {
        String key = keyOptions == null ? "" : """
                <div id="key" data-options="%s">
                <form method="post" action="/factors/verify">
                <input type="hidden" name="_csrf" value="%s">
                <input type="hidden" name="answer" value="">
                <button>Use a passkey or security key</button>
                <p id="key-note" role="alert" class="note" hidden></p>
                <noscript><small>Passkeys require JavaScript. Use a code instead.</small></noscript>
                </form>
                </div>
                <script src="/factors.js"></script>
                """.formatted(Pages.escape(keyOptions), Pages.escape(csrf));
        return Pages.page("Second factor", """
                %s<form method="post" action="/factors/verify">
                <label for="code">Code from your authenticator app, or a recovery code</label>
                <input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required autofocus>
                <input type="hidden" name="_csrf" value="%s">
                <button>Continue</button>
                </form>
                %s<p><a href="/login">Sign in with another account</a></p>
                """.formatted(Pages.note(note), Pages.escape(csrf), key));
    }

    static String enrol(
            String csrf,
            String secret,
            String address,
            @Nullable String keyOptions,
            boolean demanded,
            @Nullable String note) {
        String why = demanded
                ? "<p>Your account needs a second factor in addition to your password. Add one to continue.</p>\n"
                : "";
        String key = keyOptions == null ? "" : """
                <h2>Passkey or security key</h2>
                <div id="key" data-options="%s" data-creates="true">
                <form method="post" action="/factors/enrol">
                <label for="key-name">Name</label>
                <input id="key-name" name="name" maxlength="60" placeholder="Security key" autocomplete="off">
                <input type="hidden" name="_csrf" value="%s">
                <input type="hidden" name="answer" value="">
                <button>Add a passkey or security key</button>
                <p id="key-note" role="alert" class="note" hidden></p>
                <noscript><small>Passkeys require JavaScript.</small></noscript>
                </form>
                </div>
                <script src="/factors.js"></script>
                """.formatted(Pages.escape(keyOptions), Pages.escape(csrf));
        return Pages.page("Add a second factor", """
                %s%s<h2>Authenticator app</h2>
                <p>Scan this code with the app, or enter the key manually.</p>
                %s<p>Key: <code>%s</code></p>
                <form method="post" action="/factors/enrol">
                <label for="code">Code shown by the app</label>
                <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="7" required autofocus>
                <label for="name">Name</label>
                <input id="name" name="name" maxlength="60" placeholder="Authenticator app" autocomplete="off">
                <input type="hidden" name="_csrf" value="%s">
                <button>Add app</button>
                </form>
                %s""".formatted(
                        Pages.note(note),
                        why,
                        qrCode(address),
                        Pages.escape(secret.replaceAll("(.{4})(?!$)", "$1 ")),
                        Pages.escape(csrf),
                        key));
    }

    static String recoveryCodes(List<String> codes, String continueTo) {
        return Pages.page(
                "Recovery codes", """
                <p role="status" class="said">Save these codes somewhere you can reach without your phone. Each code replaces the second factor once. They won't be shown again.</p>
                <pre>%s</pre>
                <p><a href="%s">I've saved them. Continue</a></p>
                """.formatted(Pages.escape(String.join("\n", codes)), Pages.escape(continueTo)));
    }

    static String manage(String csrf, List<Factor> factors, int codesLeft, @Nullable String note) {
        String list = factors.stream()
                .map(factor -> """
                        <form method="post" action="/factors/remove">
                        <p><strong>%s</strong><br><small>%s, added %s%s</small></p>
                        <input type="hidden" name="id" value="%s">
                        <input type="hidden" name="_csrf" value="%s">
                        <button class="second" aria-label="Remove %s">Remove</button>
                        </form>
                        """.formatted(
                                Pages.escape(factor.name()),
                                factor.kind() == Kind.APP ? "authenticator app" : "passkey or security key",
                                LocalDate.ofInstant(factor.createdAt(), ZoneOffset.UTC),
                                factor.lastUsedAt() == null
                                        ? ""
                                        : ", last used " + LocalDate.ofInstant(factor.lastUsedAt(), ZoneOffset.UTC),
                                factor.id(),
                                Pages.escape(csrf),
                                Pages.escape(factor.name())))
                .collect(Collectors.joining());
        String codes = factors.isEmpty() ? "" : """
                <h2>Recovery codes</h2>
                <p>%d of %d left.</p>
                <form method="post" action="/factors/recovery-codes">
                <input type="hidden" name="_csrf" value="%s">
                <button class="second">Generate new codes</button>
                </form>
                """.formatted(codesLeft, RecoveryCodes.COUNT, Pages.escape(csrf));
        return Pages.page("Second factors", """
                %s%s%s<form method="post" action="/factors/add">
                <input type="hidden" name="_csrf" value="%s">
                <button>Add a second factor</button>
                </form>
                %s<p><a href="/account/profile">Back to your profile</a></p>
                """.formatted(
                        Pages.note(note),
                        factors.isEmpty() ? "<p>You sign in with your password alone.</p>\n" : "",
                        list,
                        Pages.escape(csrf),
                        codes));
    }

    /** Draws an SVG path, because the content security policy allows no inline styles or external images. */
    private static String qrCode(String text) {
        try {
            BitMatrix matrix = new QRCodeWriter()
                    .encode(
                            text,
                            BarcodeFormat.QR_CODE,
                            0,
                            0,
                            Map.of(EncodeHintType.ERROR_CORRECTION, ErrorCorrectionLevel.M));
            StringBuilder path = new StringBuilder();
            for (int y = 0; y < matrix.getHeight(); y++) {
                for (int x = 0; x < matrix.getWidth(); x++) {
                    if (matrix.get(x, y)) {
                        path.append('M').append(x).append(' ').append(y).append("h1v1h-1z");
                    }
                }
            }
            return """
                    <svg class="qr" role="img" aria-label="QR code of the key below" viewBox="0 0 %1$d %2$d" width="220" height="220" shape-rendering="crispEdges"><rect width="%1$d" height="%2$d" fill="#fff"/><path fill="#000" d="%3$s"/></svg>
                    """.formatted(matrix.getWidth(), matrix.getHeight(), path);
        } catch (WriterException e) {
            throw new IllegalStateException("the address of a secret is short", e);
        }
    }
}
