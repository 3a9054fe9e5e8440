package io.gpuaas.bench.pipeline;

import io.gpuaas.bench.kit.ApiRequests;
import io.gpuaas.bench.kit.HttpConnection;
import io.gpuaas.bench.kit.Latencies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Clients that create projects one after the other, each over a connection of its own, each under a fresh key. */
record ProjectLoad(int port, ApiRequests requests, String tenant, String name) {

    private static final Duration END_ALLOWANCE = Duration.ofSeconds(60);
    private static final int ERRORS_MAX = 20;

    /** Nanosecond times of the part that counts. */
    private record Window(long from, long to) {}

    /** The observations of one client: latencies of the window, answers of the whole run. */
    private record Seen(Latencies latencies, long created, long connections, List<String> errors) {}

    record Outcome(
            double perSecond,
            double p50Millis,
            double p99Millis,
            double maxMillis,
            long created,
            long connections,
            List<String> errors) {}

    Outcome run(int clients, Duration warmUp, Duration measured) throws Exception {
        long from = System.nanoTime() + warmUp.toNanos();
        Window window = new Window(from, from + measured.toNanos());
        List<Callable<Seen>> work = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            int number = client;
            work.add(() -> createUntil(number, window));
        }
        List<Seen> all = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            long seconds = warmUp.plus(measured).plus(END_ALLOWANCE).toSeconds();
            for (Future<Seen> one : threads.invokeAll(work, seconds, TimeUnit.SECONDS)) {
                all.add(one.get());
            }
        } finally {
            threads.shutdownNow();
        }
        Latencies latencies =
                Latencies.together(all.stream().map(Seen::latencies).toList());
        return new Outcome(
                latencies.count() / (measured.toNanos() / 1e9),
                latencies.percentileMillis(0.5),
                latencies.percentileMillis(0.99),
                latencies.percentileMillis(1),
                all.stream().mapToLong(Seen::created).sum(),
                all.stream().mapToLong(Seen::connections).sum(),
                all.stream().flatMap(seen -> seen.errors().stream()).toList());
    }

    private Seen createUntil(int client, Window window) throws IOException {
        Latencies latencies = new Latencies();
        List<String> errors = new ArrayList<>();
        long created = 0;
        try (HttpConnection connection = new HttpConnection(port)) {
            long began = System.nanoTime();
            for (int n = 0; began < window.to() && errors.size() < ERRORS_MAX; n++) {
                byte[] request = requests.createProject(tenant, "p-" + name + "-" + client + "-" + n);
                began = System.nanoTime();
                HttpConnection.Response response = connection.exchange(request);
                long ended = System.nanoTime();
                if (response.status() == 201) {
                    created++;
                } else {
                    errors.add(response.status() + " " + response.text());
                }
                if (ended >= window.from() && ended < window.to()) {
                    latencies.add(ended - began);
                }
            }
            return new Seen(latencies, created, connection.opened(), errors);
        }
    }
}
