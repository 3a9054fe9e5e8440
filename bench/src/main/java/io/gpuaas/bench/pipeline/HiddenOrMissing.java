package io.gpuaas.bench.pipeline;

import io.gpuaas.bench.kit.HttpConnection;
import io.gpuaas.bench.kit.Latencies;
import io.gpuaas.bench.kit.Result;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * Whether a stranger can tell by the clock what is hidden from what is not there. Each is asked for once, as somebody
 * who guesses would; the two take turns.
 */
record HiddenOrMissing(int port, String strangersHeader) {

    private static final int WARM_UP_PAIRS = 200;
    private static final double DIFFERENCE_MAX = 0.1;

    void measure(List<String> hiddenPaths, Result result) throws IOException {
        Latencies hidden = new Latencies();
        Latencies missing = new Latencies();
        try (HttpConnection connection = new HttpConnection(port)) {
            for (int pair = 0; pair < hiddenPaths.size(); pair++) {
                long one = time(connection, AuthBench.get(hiddenPaths.get(pair), strangersHeader));
                long other = time(connection, AuthBench.get(AuthBench.PROJECTS + UUID.randomUUID(), strangersHeader));
                if (pair >= WARM_UP_PAIRS) {
                    hidden.add(one);
                    missing.add(other);
                }
            }
        }
        double hiddenMillis = Latencies.together(List.of(hidden)).percentileMillis(0.5);
        double missingMillis = Latencies.together(List.of(missing)).percentileMillis(0.5);
        double ratio = hiddenMillis / missingMillis;
        result.figure("hidden_p50_ms", hiddenMillis)
                .figure("missing_p50_ms", missingMillis)
                .say(String.format(
                        Locale.ROOT,
                        "another tenant's project answers 404 in %.3f ms, a missing one in %.3f ms: %.2f",
                        hiddenMillis,
                        missingMillis,
                        ratio))
                .require(
                        Math.abs(ratio - 1) <= DIFFERENCE_MAX,
                        "what is hidden can be told by the clock from what is missing");
    }

    private static long time(HttpConnection connection, byte[] request) throws IOException {
        long began = System.nanoTime();
        HttpConnection.Response response = connection.exchange(request);
        long taken = System.nanoTime() - began;
        if (response.status() != 404) {
            throw new IllegalStateException(response.status() + " " + response.text());
        }
        return taken;
    }
}
