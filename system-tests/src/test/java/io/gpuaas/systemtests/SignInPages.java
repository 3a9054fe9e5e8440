package io.gpuaas.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** As much of a browser as the issuer's pages need: cookies, redirects, and the first form of a page. */
final class SignInPages {

    private static final int REDIRECTS_MAX = 10;
    private static final Pattern FORM =
            Pattern.compile("<form method=\"post\" action=\"([^\"]+)\">(.*?)</form>", Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("<input [^>]*?name=\"([^\"]+)\"([^>]*)>");
    private static final Pattern VALUE = Pattern.compile("value=\"([^\"]*)\"");

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final String server;
    private URI at;
    private String page = "";

    SignInPages(String server) {
        this.server = server;
        this.at = URI.create(server);
    }

    String page() {
        return page;
    }

    /** Where the last answer came from, after all redirects; of another server only when it was redirected there. */
    URI at() {
        return at;
    }

    SignInPages open(String address) {
        return follow(send("GET", URI.create(server).resolve(address), ""));
    }

    /** Fills the first form in and sends it. */
    SignInPages submit(Map<String, String> values) {
        Matcher form = FORM.matcher(page);
        if (!form.find()) {
            throw new AssertionError("no form at " + at + ": " + page);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(form.group(2));
        while (field.find()) {
            Matcher value = VALUE.matcher(field.group(2));
            fields.put(field.group(1), value.find() ? value.group(1).replace("&amp;", "&") : "");
        }
        fields.putAll(values);
        String body = fields.entrySet().stream()
                .map(entry -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
                .collect(Collectors.joining("&"));
        return follow(send("POST", at.resolve(form.group(1)), body));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private SignInPages follow(HttpResponse<String> first) {
        HttpResponse<String> now = first;
        for (int hops = 0; now.statusCode() / 100 == 3; hops++) {
            if (hops == REDIRECTS_MAX) {
                throw new AssertionError("redirected without end at " + now.uri());
            }
            now = send(
                    "GET",
                    now.uri().resolve(now.headers().firstValue("Location").orElseThrow()),
                    "");
        }
        at = now.uri();
        page = now.body();
        return this;
    }

    private HttpResponse<String> send(String method, URI address, String form) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(Duration.ofSeconds(30))
                .method(method, HttpRequest.BodyPublishers.ofString(form));
        if (method.equals("POST")) {
            request.header("Content-Type", "application/x-www-form-urlencoded");
        }
        // As a browser would: our cookies are the server's, and nobody else's.
        if (address.toString().startsWith(server + "/") && !cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            response.headers().allValues("Set-Cookie").forEach(this::keep);
            return response;
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted during a request", e);
        }
    }

    private void keep(String header) {
        String[] cookie = header.split(";", 2)[0].split("=", 2);
        if (cookie[1].isEmpty() || header.contains("Max-Age=0")) {
            cookies.remove(cookie[0]);
        } else {
            cookies.put(cookie[0], cookie[1]);
        }
    }
}
