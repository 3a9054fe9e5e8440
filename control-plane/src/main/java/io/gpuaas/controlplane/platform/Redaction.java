package io.gpuaas.controlplane.platform;

import java.util.List;
import java.util.regex.Pattern;

/** Takes secrets out of text. Applied once, by the log format, to every line that leaves the process. */
final class Redaction {

    private static final String MASK = "[redacted]";

    private static final List<Pattern> SECRETS = List.of(
            // Credentials in headers: the scheme stays, the credential goes.
            Pattern.compile("(?i)\\b(?:bearer|basic|digest)\\s+([A-Za-z0-9._~+/=-]{8,})"),
            // Tokens we issue all begin alike, so that they can be found anywhere.
            Pattern.compile("\\b(gpuaas_[A-Za-z0-9_-]{16,})"),
            Pattern.compile("\\b(eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*)"),
            // As it stands among the subprotocols of a WebSocket.
            Pattern.compile("\\btoken\\.([A-Za-z0-9_-]{16,})"),
            // name=value and "name": "value" where the name says it is secret.
            Pattern.compile(
                    "(?i)[\"']?\\b(?:[a-z0-9_.-]*(?:password|passwd|secret|token|api[_-]?key|private[_-]?key|authorization|cookie))"
                            + "[\"']?\\s*[=:]\\s*[\"']?(?!\\[redacted\\]|bearer\\b|basic\\b|digest\\b)([^\\s\"',;&}]+)"),
            Pattern.compile("(?i)\\b[a-z][a-z0-9+.-]*://[^\\s/:@]+:([^\\s/@]+)@"),
            Pattern.compile("(?s)-----BEGIN [A-Z ]*PRIVATE KEY-----(.*?)-----END [A-Z ]*PRIVATE KEY-----"));

    private Redaction() {}

    public static String redact(String text) {
        String result = text;
        for (Pattern secret : SECRETS) {
            result = secret.matcher(result).replaceAll(match -> {
                int start = match.start(1) - match.start();
                int end = match.end(1) - match.start();
                String whole = match.group();
                return java.util.regex.Matcher.quoteReplacement(
                        whole.substring(0, start) + MASK + whole.substring(end));
            });
        }
        return result;
    }
}
