package io.gpuaas.bench.pipeline;

import io.gpuaas.bench.kit.ApiRequests;
import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.HttpConnection;
import io.gpuaas.bench.kit.Median;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures the cost of authentication: one read with three kinds of credential, beside the same read with a credential
 * that is not checked. Rounds alternate, so that noise affects all alike. Also measures whether response times tell
 * hidden resources from missing ones.
 */
public final class AuthBench implements Benchmark {

    private static final double BAR = 0.7;
    private static final String DATABASE = "auth_bench";
    static final String PROJECTS = "/api/v1/projects/";
    private static final int PROJECTS_HIDDEN = 1_500;
    private static final String NONE = "short-circuited";

    @Override
    public Options options() {
        return Options.of("clients", "8", "rounds", "5", "seconds", "4", "warm-up", "20");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Database database = Database.start(workspace);
        database.create(DATABASE);
        try (ControlPlaneProcess controlPlane = new Launcher(workspace, database, DATABASE)
                .startVariant(ShortcutControlPlane.class, "api,outbox-relay,event-consumers")) {
            Map<String, String> credentials = credentials(controlPlane);
            String path = setUp(controlPlane);
            measure(controlPlane.port(), requests(path, credentials), options, true);
            Map<String, List<Double>> rates = new LinkedHashMap<>();
            for (int round = 0; round < options.number("rounds"); round++) {
                measure(controlPlane.port(), requests(path, credentials), options, false)
                        .forEach((name, rate) -> rates.computeIfAbsent(name, key -> new ArrayList<>())
                                .add(rate));
            }
            Result result = report(rates);
            stranger(controlPlane).measure(projectsInUse(controlPlane, path), result);
            return result;
        }
    }

    /** A project to read, and a rate limit that is not in the way. */
    private static String setUp(ControlPlaneProcess controlPlane) throws IOException {
        ApiRequests requests = new ApiRequests(controlPlane.firstLoginToken());
        try (HttpConnection connection = new HttpConnection(controlPlane.port())) {
            connection.exchange(requests.setGlobalPolicy("rate_limit.default_requests_per_minute", "100000000"));
            JsonNode tenant = JsonMapper.shared()
                    .readTree(
                            connection.exchange(requests.createTenant("bench")).text());
            JsonNode project = JsonMapper.shared()
                    .readTree(connection
                            .exchange(requests.createProject(tenant.path("id").asString(), "bench"))
                            .text());
            return PROJECTS + project.path("id").asString();
        }
    }

    /** Their owner reads them, so that they are at hand in every cache. */
    private static List<String> projectsInUse(ControlPlaneProcess controlPlane, String first) throws IOException {
        String owner = "Authorization: Bearer " + controlPlane.firstLoginToken();
        ApiRequests requests = new ApiRequests(controlPlane.firstLoginToken());
        List<String> paths = new ArrayList<>();
        try (HttpConnection connection = new HttpConnection(controlPlane.port())) {
            String tenant = JsonMapper.shared()
                    .readTree(connection.exchange(get(first, owner)).text())
                    .path("tenant_id")
                    .asString();
            for (int n = 0; n < PROJECTS_HIDDEN; n++) {
                String project = connection
                        .exchange(requests.createProject(tenant, "p-" + n))
                        .text();
                paths.add(PROJECTS
                        + JsonMapper.shared().readTree(project).path("id").asString());
            }
            for (String path : paths) {
                connection.exchange(get(path, owner));
            }
        }
        return paths;
    }

    /** Somebody who is signed in and has no role anywhere. */
    private static HiddenOrMissing stranger(ControlPlaneProcess controlPlane) throws Exception {
        ApiRequests requests = new ApiRequests(controlPlane.firstLoginToken());
        String created;
        try (HttpConnection connection = new HttpConnection(controlPlane.port())) {
            created = connection.exchange(requests.createUser("stranger")).text();
        }
        SignIn person = new SignIn(controlPlane.port());
        person.signIn(
                "stranger", JsonMapper.shared().readTree(created).path("secret").asString());
        return new HiddenOrMissing(controlPlane.port(), "Authorization: Bearer " + person.accessToken());
    }

    /** The header that carries each. */
    private static Map<String, String> credentials(ControlPlaneProcess controlPlane) throws Exception {
        SignIn person = new SignIn(controlPlane.port());
        person.signIn("admin", controlPlane.firstLogin("password"));
        String token = controlPlane.firstLoginToken();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(NONE, "Authorization: Bearer " + ShortcutControlPlane.PREFIX + self(controlPlane.port(), token));
        headers.put("access token", "Authorization: Bearer " + token);
        headers.put("signed token", "Authorization: Bearer " + person.accessToken());
        headers.put("session cookie", "Cookie: " + person.sessionCookie());
        return headers;
    }

    private static String self(int port, String token) throws IOException {
        try (HttpConnection connection = new HttpConnection(port)) {
            String me = connection
                    .exchange(get("/api/v1/me", "Authorization: Bearer " + token))
                    .text();
            return JsonMapper.shared().readTree(me).path("principal_id").asString();
        }
    }

    static byte[] get(String path, String header) {
        return ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n" + header + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static Map<String, byte[]> requests(String path, Map<String, String> credentials) {
        Map<String, byte[]> requests = new LinkedHashMap<>();
        credentials.forEach((name, header) -> requests.put(name, get(path, header)));
        return requests;
    }

    private static Map<String, Double> measure(int port, Map<String, byte[]> requests, Options options, boolean warmUp)
            throws Exception {
        Duration each = warmUp
                ? Duration.ofSeconds(options.number("warm-up")).dividedBy(requests.size())
                : Duration.ofSeconds(options.number("seconds"));
        Map<String, Double> rates = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> one : requests.entrySet()) {
            double rate = rate(port, one.getValue(), options.number("clients"), each);
            rates.put(one.getKey(), rate);
            Progress.say(
                    String.format(Locale.ROOT, "%s%s: %,.0f reads/s", warmUp ? "warm-up, " : "", one.getKey(), rate));
        }
        return rates;
    }

    private static double rate(int port, byte[] request, int clients, Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        Callable<Long> client = () -> readUntil(port, request, end);
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            long sum = 0;
            for (Future<Long> one : threads.invokeAll(java.util.Collections.nCopies(clients, client))) {
                sum += one.get();
            }
            return sum / (time.toNanos() / 1e9);
        } finally {
            threads.shutdownNow();
        }
    }

    private static long readUntil(int port, byte[] request, long end) throws IOException {
        long count = 0;
        try (HttpConnection connection = new HttpConnection(port)) {
            while (System.nanoTime() < end) {
                HttpConnection.Response response = connection.exchange(request);
                if (response.status() != 200) {
                    throw new IllegalStateException(response.status() + " " + response.text());
                }
                count++;
            }
        }
        return count;
    }

    private static Result report(Map<String, List<Double>> rates) {
        double floor = Median.of(rates.getOrDefault(NONE, List.of()));
        Result result = new Result().figure("ratio_bar", BAR).figure("reads_per_second", rates);
        rates.forEach((name, all) -> {
            if (!name.equals(NONE)) {
                double ratio = Median.of(all) / floor;
                result.figure("ratio_" + name.replace(' ', '_'), ratio)
                        .say(String.format(Locale.ROOT, "%s %,.0f reads/s = %.2f", name, Median.of(all), ratio))
                        .require(ratio >= BAR, "reading with a " + name + " is too slow");
            }
        });
        return result.say(String.format(
                Locale.ROOT, "of %,.0f reads/s with authentication short-circuited (bar %.2f)", floor, BAR));
    }
}
