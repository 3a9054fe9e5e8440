package io.gpuaas.bench.allocations;

import io.gpuaas.bench.kit.ApiRequests;
import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.HttpConnection;
import io.gpuaas.kernel.ProjectId;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** A project that may have as much as there is, and ask as often as it likes. */
final class BenchProject {

    private BenchProject() {}

    static ProjectId create(ControlPlaneProcess server) throws Exception {
        ApiRequests requests = new ApiRequests(server.firstLoginToken());
        try (HttpConnection connection = new HttpConnection(server.port())) {
            for (String key : List.of(
                    "rate_limit.default_requests_per_minute",
                    "rate_limit.admin_requests_per_minute",
                    "quota.gpus_max",
                    "quota.allocations_max")) {
                accepted(connection.exchange(requests.setGlobalPolicy(key, "100000")));
            }
            accepted(connection.exchange(requests.setGlobalPolicy("billing.payment_mode", "open")));
            String tenant = id(accepted(connection.exchange(requests.createTenant("bench"))));
            return ProjectId.parse(id(accepted(connection.exchange(requests.createProject(tenant, "bench")))));
        }
    }

    private static String accepted(HttpConnection.Response answer) {
        if (answer.status() >= 300) {
            throw new IllegalStateException("the server refused: " + answer.text());
        }
        return answer.text();
    }

    private static String id(String json) {
        return JsonMapper.shared().readTree(json).path("id").asString();
    }
}
