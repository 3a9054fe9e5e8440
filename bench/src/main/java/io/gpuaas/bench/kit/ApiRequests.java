package io.gpuaas.bench.kit;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Requests to the control plane, ready to be sent. */
public record ApiRequests(String token) {

    public byte[] setGlobalPolicy(String key, String value) {
        return request("PUT", "/api/v1/policies/" + key, "{\"value\":\"" + value + "\"}");
    }

    public byte[] createTenant(String slug) {
        return request("POST", "/api/v1/tenants", named(slug));
    }

    public byte[] createProject(String tenant, String slug) {
        return request("POST", "/api/v1/tenants/" + tenant + "/projects", named(slug));
    }

    public byte[] createUser(String username) {
        return request("POST", "/api/v1/users", "{\"username\":\"" + username + "\",\"display_name\":\"Bench\"}");
    }

    private static String named(String slug) {
        return "{\"slug\":\"" + slug + "\",\"name\":\"Project " + slug + "\"}";
    }

    private byte[] request(String method, String path, String body) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        UUID key = new UUID(random.nextLong(), random.nextLong());
        return (method + " " + path + " HTTP/1.1\r\n"
                        + "Host: 127.0.0.1\r\n"
                        + "Authorization: Bearer " + token + "\r\n"
                        + "Content-Type: application/json\r\n"
                        + "Accept: application/json\r\n"
                        + "Idempotency-Key: " + key + "\r\n"
                        + "Content-Length: " + body.length() + "\r\n\r\n"
                        + body)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
