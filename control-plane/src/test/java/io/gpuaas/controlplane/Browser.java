package io.gpuaas.controlplane;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** As much of a browser as signing in needs: cookies, redirects one at a time, and forms without scripts. */
public final class Browser {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern FORM =
            Pattern.compile("<form method=\"post\" action=\"([^\"]+)\">(.*?)</form>", Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("<input [^>]*?name=\"([^\"]+)\"([^>]*)>");
    private static final Pattern VALUE = Pattern.compile("value=\"([^\"]*)\"");

    private final HttpClient http;
    private final String base;
    private final Map<String, String> cookies = new LinkedHashMap<>();

    public Browser(int port) {
        this(port, HTTP);
    }

    /** A browser with an address of its own. */
    public Browser(int port, InetAddress from) {
        this(
                port,
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .localAddress(from)
                        .build());
    }

    private Browser(int port, HttpClient http) {
        this.http = http;
        this.base = "http://127.0.0.1:" + port;
    }

    public String base() {
        return base;
    }

    public Map<String, String> cookies() {
        return cookies;
    }

    public record Reply(int status, String body, HttpResponse<String> response) {

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        public String location() {
            return header("Location");
        }

        public List<String> setCookies() {
            return response.headers().allValues("Set-Cookie");
        }

        public JsonNode json() {
            return JSON.readTree(body);
        }

        public String text(String field) {
            return json().path(field).asString("");
        }

        /** A parameter of the address this answer redirects to. */
        public String redirected(String parameter) {
            return parameters(URI.create(location()).getRawQuery()).getOrDefault(parameter, "");
        }
    }

    public static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> all = new HashMap<>();
        if (query != null) {
            Arrays.stream(query.split("&")).forEach(pair -> {
                String[] parts = pair.split("=", 2);
                all.put(
                        URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
                        parts.length == 1 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
            });
        }
        return all;
    }

    public static String query(String... pairs) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pairs.length; i += 2) {
            text.append(i == 0 ? "" : "&")
                    .append(URLEncoder.encode(pairs[i], StandardCharsets.UTF_8))
                    .append('=')
                    .append(URLEncoder.encode(pairs[i + 1], StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    public Reply get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    public Reply postForm(String path, String form, String... headers) {
        String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = "application/x-www-form-urlencoded";
        return send("POST", path, form, all);
    }

    /** Goes where the answer points, as long as that is here. */
    public Reply follow(Reply reply) {
        Reply now = reply;
        for (int hops = 0; hops < 10 && now.status() / 100 == 3 && isHere(now.location()); hops++) {
            now = get(now.location());
        }
        return now;
    }

    private boolean isHere(String location) {
        return location.startsWith("/") || location.startsWith(base + "/");
    }

    /** Fills the page's form number {@code index} in and sends it. */
    public Reply submit(Reply page, int index, String... values) {
        Matcher form = FORM.matcher(page.body());
        for (int i = 0; i <= index; i++) {
            if (!form.find()) {
                throw new IllegalStateException("no form " + index + " in: " + page.status() + " " + page.body());
            }
        }
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(form.group(2));
        while (field.find()) {
            Matcher value = VALUE.matcher(field.group(2));
            fields.put(field.group(1), value.find() ? HtmlUtils.htmlUnescape(value.group(1)) : "");
        }
        for (int i = 0; i < values.length; i += 2) {
            fields.put(values[i], values[i + 1]);
        }
        String body = fields.entrySet().stream()
                .map(entry -> query(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining("&"));
        return postForm(form.group(1), body);
    }

    public Reply send(String method, String path, @Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(path.startsWith("/") ? base + path : path))
                .timeout(Duration.ofSeconds(60))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            Reply reply = new Reply(response.statusCode(), response.body(), response);
            reply.setCookies().forEach(this::keep);
            return reply;
        } catch (IOException e) {
            throw new IllegalStateException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void keep(String header) {
        String[] parts = header.split(";", 2)[0].split("=", 2);
        if (parts[1].isEmpty() || header.contains("Max-Age=0")) {
            cookies.remove(parts[0]);
        } else {
            cookies.put(parts[0], parts[1]);
        }
    }
}
