package io.gpuaas.controlplane.pipeline;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.platform.Call;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Remembers which keys of service accounts were proven from which address. Minting with such a key is limited by key,
 * so that strangers who use up the anonymous limit of the same address keep no program from its token.
 */
@Component
class MintKeys {

    private static final String MINT = "mintToken";
    private static final int BODY_BYTES_MAX = 32 * 1024;
    private static final int KEYS_MAX = 100_000;
    private static final Duration REMEMBERED = Duration.ofHours(24);

    private record Proven(String key, String address) {}

    private final JsonMapper json;
    private final Cache<Proven, Boolean> proven = Caffeine.newBuilder()
            .maximumSize(KEYS_MAX)
            .expireAfterAccess(REMEMBERED)
            .build();

    MintKeys(JsonMapper json) {
        this.json = json;
    }

    /** The key this request names, when it was proven before from where the request comes. */
    Optional<String> findProven(Operation operation, Call call, Admission.Request request) {
        return operation.id().equals(MINT)
                ? key(request).filter(key -> proven.getIfPresent(new Proven(key, address(call))) != null)
                : Optional.empty();
    }

    void succeeded(Admission admission) {
        if (admission.operation().id().equals(MINT)) {
            key(admission.request())
                    .ifPresent(key -> proven.put(new Proven(key, address(admission.call())), Boolean.TRUE));
        }
    }

    private static String address(Call call) {
        return AddressGroup.of(call.sourceAddress());
    }

    private Optional<String> key(Admission.Request request) {
        byte[] body = request.body();
        if (body.length > BODY_BYTES_MAX) {
            return Optional.empty();
        }
        try {
            return json.readTree(body).path("key_id").asStringOpt();
        } catch (JacksonException e) {
            // The operation says what is wrong with the body.
            return Optional.empty();
        }
    }
}
