package io.gpuaas.controlplane.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** How the console's files are served; what they do is for ConsoleTest in a real browser. */
class ConsolePagesTest {

    private static final Pattern SCRIPT = Pattern.compile("src=\"(/assets/[^\"]+\\.js)\"");
    private static final Pattern STYLES = Pattern.compile("style-src 'self' 'nonce-([A-Za-z0-9_-]{22})';");
    private static final String A_BROWSER = "text/html,application/xhtml+xml";

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void everyAddressAPersonOpensAnswersWithThePageAndNobodyKeepsIt() throws Exception {
        for (String address : List.of(
                "/",
                "/projects/0198c0de-0000-7000-8000-000000000001/billing",
                "/operator/skus/h100-mig-1g.10gb",
                "/nowhere")) {
            HttpResponse<byte[]> page = get(address, "Accept", A_BROWSER);
            assertThat(page.statusCode()).as(address).isEqualTo(200);
            assertThat(text(page)).contains("<div id=\"root\">");
            assertThat(header(page, "Content-Type")).startsWith("text/html");
            assertThat(header(page, "Cache-Control")).isEqualTo("no-store");
        }
    }

    @Test
    void programsAreToldThatThereIsNothing() throws Exception {
        for (String address : List.of("/api/v1/nowhere", "/assets/gone.js", "/gone.png", "/auth/nowhere")) {
            assertThat(get(address, "Accept", A_BROWSER).statusCode())
                    .as(address)
                    .isEqualTo(404);
        }
        HttpResponse<byte[]> nothing = get("/nowhere", "Accept", "application/json");
        assertThat(nothing.statusCode()).isEqualTo(404);
        assertThat(header(nothing, "Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    void aPageRunsNoScriptButOurs() throws Exception {
        HttpResponse<byte[]> page = get("/", "Accept", A_BROWSER);
        String policy = header(page, "Content-Security-Policy");
        assertThat(policy).contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'");
        assertThat(policy).contains("connect-src 'self'").doesNotContain("*");
        assertThat(text(page)).doesNotContain("<script>");
    }

    @Test
    void aPageTakesNoStyleButOursAndThoseOurScriptsMake() throws Exception {
        HttpResponse<byte[]> page = get("/", "Accept", A_BROWSER);
        String policy = header(page, "Content-Security-Policy");
        assertThat(policy).doesNotContain("unsafe-inline").doesNotContain("unsafe-eval");
        Matcher styles = STYLES.matcher(policy);
        assertThat(styles.find()).as(policy).isTrue();
        assertThat(text(page)).contains("<meta property=\"csp-nonce\" nonce=\"" + styles.group(1) + "\"");
        assertThat(text(page)).doesNotContain("style=").doesNotContain("<style");

        HttpResponse<byte[]> another = get("/nowhere", "Accept", A_BROWSER);
        Matcher others = STYLES.matcher(header(another, "Content-Security-Policy"));
        assertThat(others.find()).isTrue();
        assertThat(others.group(1)).as("a word for every answer").isNotEqualTo(styles.group(1));
        assertThat(text(another)).contains("nonce=\"" + others.group(1) + "\"");
    }

    /** Pages without the console's script make browsers ask for it, and complain when it is missing. */
    @Test
    void thereIsAnIconForEveryPage() throws Exception {
        assertThat(get("/favicon.ico", "Accept", "image/*").statusCode()).isEqualTo(200);
    }

    @Test
    void aPageMayTalkToTheGatewaysThatAreThere() {
        assertThat(PagePolicy.policy("n", List.of("wss://one.example.com", "wss://two.example.com:8447")))
                .contains("connect-src 'self' wss://one.example.com wss://two.example.com:8447;");
    }

    @Test
    void scriptsAreCompressedAndKeptForGood() throws Exception {
        Matcher script = SCRIPT.matcher(text(get("/", "Accept", A_BROWSER)));
        assertThat(script.find()).isTrue();
        HttpResponse<byte[]> plain = get(script.group(1), "Accept-Encoding", "identity");
        HttpResponse<byte[]> zipped = get(script.group(1), "Accept-Encoding", "gzip");
        HttpResponse<byte[]> brotli = get(script.group(1), "Accept-Encoding", "gzip, deflate, br");
        assertThat(header(plain, "Cache-Control")).isEqualTo("max-age=31536000, public, immutable");
        assertThat(header(plain, "Content-Type")).startsWith("text/javascript");
        assertThat(zipped.headers().allValues("Content-Encoding")).containsExactly("gzip");
        assertThat(header(zipped, "Vary")).contains("Accept-Encoding");
        assertThat(unzip(zipped.body())).isEqualTo(plain.body());
        assertThat(brotli.headers().allValues("Content-Encoding")).containsExactly("br");
        assertThat(brotli.body().length).isLessThan(zipped.body().length);
    }

    /** A cached file keeps the encoding each browser asked for; a missing file stays missing. */
    @Test
    void scriptsAreTheSameWhoeverAskedBefore() throws Exception {
        Matcher script = SCRIPT.matcher(text(get("/", "Accept", A_BROWSER)));
        assertThat(script.find()).isTrue();
        byte[] plain = get(script.group(1), "Accept-Encoding", "identity").body();
        for (int round = 0; round < 2; round++) {
            HttpResponse<byte[]> brotli = get(script.group(1), "Accept-Encoding", "br");
            HttpResponse<byte[]> zipped = get(script.group(1), "Accept-Encoding", "gzip");
            assertThat(brotli.headers().allValues("Content-Encoding")).containsExactly("br");
            assertThat(unzip(zipped.body())).isEqualTo(plain);
            assertThat(get(script.group(1), "Accept-Encoding", "identity").body())
                    .isEqualTo(plain);
            assertThat(get("/assets/gone.js", "Accept", "*/*").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void scriptsAreTakenForNothingElse() throws Exception {
        Matcher script = SCRIPT.matcher(text(get("/", "Accept", A_BROWSER)));
        assertThat(script.find()).isTrue();
        HttpResponse<byte[]> file = get(script.group(1), "Accept", "*/*");
        assertThat(header(file, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(file, "Content-Security-Policy"))
                .contains("default-src 'none'")
                .as("the word is for pages")
                .doesNotContain("nonce");
    }

    private static byte[] unzip(byte[] bytes) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        }
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static String header(HttpResponse<byte[]> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private HttpResponse<byte[]> get(String path, String header, String value)
            throws IOException, InterruptedException {
        int port = TestControlPlane.shared().port();
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .header(header, value)
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }
}
