package io.gpuaas.fleet;

import io.gpuaas.sdk.CreateJoinTokens;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.JoinToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** As many join tokens as a fleet needs, asked for in batches. */
public final class JoinTokens {

    private static final int AT_ONCE_MAX = 500;

    private JoinTokens() {}

    public static List<String> create(GpuaasClient client, int count) {
        List<String> secrets = new ArrayList<>();
        while (secrets.size() < count) {
            int some = Math.min(AT_ONCE_MAX, count - secrets.size());
            CreateJoinTokens batch = new CreateJoinTokens(some, null, null);
            for (JoinToken token : client.nodes().createJoinTokens(batch).tokens()) {
                secrets.add(Objects.requireNonNull(token.secret()));
            }
        }
        return secrets;
    }
}
