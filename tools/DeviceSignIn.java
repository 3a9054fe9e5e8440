import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Enters the code of {@code gpuaas login --device} on the pages of the embedded issuer, as a person with a browser does:
 * signs in, enters the code, and confirms. Arguments: the server's address, a user name, the code; the password comes
 * from standard input. Run from source by {@code tools/publish-stock-apps.sh}, so it needs the JDK only.
 */
final class DeviceSignIn {

    private static final int REDIRECTS_MAX = 10;
    private static final int PASSWORD_BYTES_MAX = 1_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Pattern FORM =
            Pattern.compile("<form method=\"post\" action=\"([^\"]+)\">(.*?)</form>", Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("<input [^>]*?name=\"([^\"]+)\"([^>]*)>");
    private static final Pattern VALUE = Pattern.compile("value=\"([^\"]*)\"");

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(TIMEOUT)
            .build();
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final String server;
    private URI at;
    private String page = "";

    private DeviceSignIn(String server) {
        this.server = server;
        this.at = URI.create(server + "/device");
    }

    public static void main(String[] arguments) throws Exception {
        String password = new String(System.in.readNBytes(PASSWORD_BYTES_MAX), StandardCharsets.UTF_8).strip();
        DeviceSignIn browser = new DeviceSignIn(arguments[0]);
        browser.follow("GET", browser.at, "");
        browser.submit(Map.of("username", arguments[1], "password", password));
        browser.submit(Map.of("user_code", arguments[2]));
        browser.submit(Map.of());
    }

    /** Fills in the first form of the page and sends it. */
    private void submit(Map<String, String> values) throws IOException, InterruptedException {
        Matcher form = FORM.matcher(page);
        if (!form.find()) {
            throw new IOException("the page " + at.getPath() + " has no form to fill in");
        }
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(form.group(2));
        while (field.find()) {
            Matcher value = VALUE.matcher(field.group(2));
            fields.put(field.group(1), value.find() ? value.group(1).replace("&amp;", "&") : "");
        }
        if (!fields.keySet().containsAll(values.keySet())) {
            throw new IOException("the page " + at.getPath() + " asks for " + fields.keySet() + " and not for "
                    + values.keySet() + "; the user name, the password or the code was refused");
        }
        fields.putAll(values);
        String body = fields.entrySet().stream()
                .map(entry -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
                .collect(Collectors.joining("&"));
        follow("POST", at.resolve(form.group(1)), body);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void follow(String method, URI address, String form) throws IOException, InterruptedException {
        HttpResponse<String> now = send(method, address, form);
        for (int hops = 0; now.statusCode() / 100 == 3; hops++) {
            if (hops == REDIRECTS_MAX) {
                throw new IOException("redirected more than " + REDIRECTS_MAX + " times");
            }
            URI next = now.uri()
                    .resolve(now.headers()
                            .firstValue("Location")
                            .orElseThrow(() -> new IOException("a redirect without an address")));
            now = send("GET", next, "");
        }
        if (now.statusCode() != 200) {
            throw new IOException(method + " " + address.getPath() + " was answered with " + now.statusCode());
        }
        at = now.uri();
        page = now.body();
    }

    private HttpResponse<String> send(String method, URI address, String form)
            throws IOException, InterruptedException {
        if (!address.toString().startsWith(server + "/")) {
            throw new IOException("the server leads to another one: " + address);
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .method(method, HttpRequest.BodyPublishers.ofString(form));
        if (method.equals("POST")) {
            request.header("Content-Type", "application/x-www-form-urlencoded");
        }
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        response.headers().allValues("Set-Cookie").forEach(this::keep);
        return response;
    }

    private void keep(String header) {
        String[] cookie = header.split(";", 2)[0].split("=", 2);
        if (cookie.length < 2 || cookie[1].isEmpty() || header.contains("Max-Age=0")) {
            cookies.remove(cookie[0]);
        } else {
            cookies.put(cookie[0], cookie[1]);
        }
    }
}
