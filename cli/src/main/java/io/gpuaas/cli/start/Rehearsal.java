package io.gpuaas.cli.start;

import com.sun.net.httpserver.HttpServer;
import io.gpuaas.cli.output.Terminal;
import io.gpuaas.cli.session.Surroundings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/**
 * Runs common commands once against a stub server. The build records this run as an AOT cache beside the program, so
 * that commands start with their classes loaded and linked.
 */
public final class Rehearsal {

    private static final String ID = "0198c0de-0000-7000-8000-000000000001";
    private static final String ALLOCATION = """
            {"id":"%1$s","tenant_id":"%1$s","project_id":"%1$s","name":"training","labels":{"team":"vision"},
             "sku":"h100-sxm-slice","count":2,"image":"debian-13","version":4,"protected":false,"created_by":"x",
             "created_at":"2026-01-01T00:00:00Z","hourly_cost":{"currency":"USD","amount":"4.98"},"state":"active",
             "state_since":"2026-01-01T00:00:00Z"}""".formatted(ID);
    private static final Map<String, String> ANSWERS = Map.of(
            "/api/v1/me",
            "{\"principal_id\":\"%s\",\"kind\":\"user\",\"display_name\":\"Ada\",\"grants\":[]}".formatted(ID),
            "/api/v1/projects/" + ID + "/allocations",
            "{\"items\":[" + ALLOCATION + "]}",
            "/api/v1/projects/" + ID + "/allocations/" + ID,
            ALLOCATION,
            "/api/v1/projects/" + ID + "/allocations/" + ID + "/timeline",
            "{\"items\":[]}");

    private static final List<List<String>> COMMANDS = List.of(
            List.of("--version"),
            List.of("--help"),
            List.of("whoami"),
            List.of("allocations", "list"),
            List.of("allocations", "list", "--output", "json"),
            List.of("allocations", "show", ID),
            List.of("allocations", "show", "training"),
            List.of("no-such-command"));

    private Rehearsal() {}

    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                byte[] answer = ANSWERS.getOrDefault(exchange.getRequestURI().getPath(), "{}")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
        });
        server.start();
        Map<String, String> environment = Map.of(
                "GPUAAS_SERVER",
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "GPUAAS_TOKEN",
                "rehearsal",
                "GPUAAS_PROJECT",
                ID);
        try {
            COMMANDS.forEach(command -> Main.run(surroundings(environment), command.toArray(String[]::new)));
        } catch (RuntimeException | Error e) {
            // The stub server's thread would keep the build waiting forever.
            e.printStackTrace();
            System.exit(1);
        }
        server.stop(0);
        // Exit as commands do, without waiting for the JVM's compiler threads.
        System.exit(0);
    }

    private static Surroundings surroundings(Map<String, String> environment) {
        Terminal real = Terminal.ofThisProcess();
        PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(real.in(), OutputStream.nullOutputStream(), nowhere, nowhere, false);
        return new Surroundings(environment, Path.of(""), Path.of(""), terminal, Clock.systemUTC());
    }
}
