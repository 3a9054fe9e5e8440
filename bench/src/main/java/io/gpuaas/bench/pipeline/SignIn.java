package io.gpuaas.bench.pipeline;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** A person who signs in at the login page, as browser and as command line. */
final class SignIn {

    private static final String VERIFIER = "a-verifier-that-is-long-enough-for-rfc-7636-0123456789";
    private static final String REDIRECT = "http://127.0.0.1:45678/callback";
    private static final int HOPS_MAX = 10;
    private static final Pattern FIELD = Pattern.compile("name=\"(_csrf|continue)\" value=\"([^\"]*)\"");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, String> cookies = new TreeMap<>();
    private final String base;

    SignIn(int port) {
        this.base = "http://127.0.0.1:" + port;
    }

    /** Of the browser session, once {@link #signIn} is done. */
    String sessionCookie() {
        return "__Host-gpuaas=" + cookies.get("__Host-gpuaas");
    }

    void signIn(String username, String password) throws Exception {
        HttpResponse<String> page = follow(get(base + "/auth/login"));
        Map<String, String> form = new TreeMap<>(Map.of("username", username, "password", password));
        Matcher field = FIELD.matcher(page.body());
        while (field.find()) {
            form.put(field.group(1), field.group(2).replace("&amp;", "&"));
        }
        follow(post(base + "/login", form));
        if (!cookies.containsKey("__Host-gpuaas")) {
            throw new IllegalStateException("signing in gave no session");
        }
    }

    /** A signed token for the command line. */
    String accessToken() throws Exception {
        String challenge = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(
                        MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(StandardCharsets.US_ASCII)));
        HttpResponse<String> answer = get(base + "/oauth2/authorize?"
                + form(Map.of(
                        "response_type", "code",
                        "client_id", "gpuaas-cli",
                        "scope", "api",
                        "state", "s",
                        "redirect_uri", REDIRECT,
                        "code_challenge", challenge,
                        "code_challenge_method", "S256")));
        Matcher consent =
                Pattern.compile("/oauth2/consent\\?.*\\bstate=([^&]+)").matcher(location(answer));
        if (consent.find()) {
            // The first time somebody lets the command line act for them.
            String state = URLDecoder.decode(consent.group(1), StandardCharsets.UTF_8);
            answer =
                    post(base + "/oauth2/authorize", Map.of("client_id", "gpuaas-cli", "state", state, "scope", "api"));
        }
        Matcher code = Pattern.compile("[?&]code=([^&]+)").matcher(location(answer));
        if (!code.find()) {
            throw new IllegalStateException("no code but " + answer.statusCode() + " " + location(answer));
        }
        HttpResponse<String> tokens = post(
                base + "/oauth2/token",
                Map.of(
                        "grant_type",
                        "authorization_code",
                        "client_id",
                        "gpuaas-cli",
                        "redirect_uri",
                        REDIRECT,
                        "code",
                        code.group(1),
                        "code_verifier",
                        VERIFIER));
        return JsonMapper.shared().readTree(tokens.body()).path("access_token").asString();
    }

    private HttpResponse<String> follow(HttpResponse<String> first) throws Exception {
        HttpResponse<String> now = first;
        for (int hop = 0; hop < HOPS_MAX && now.statusCode() / 100 == 3; hop++) {
            String there = location(now);
            now = get(there.startsWith("/") ? base + there : there);
        }
        return now;
    }

    private static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElse("");
    }

    private HttpResponse<String> get(String address) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(address)));
    }

    private HttpResponse<String> post(String address, Map<String, String> fields) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(fields))));
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(one -> one.getKey() + "=" + one.getValue())
                            .collect(Collectors.joining("; ")));
        }
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        for (String header : response.headers().allValues("Set-Cookie")) {
            String pair = header.substring(0, (header + ";").indexOf(';'));
            cookies.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
        }
        return response;
    }
}
