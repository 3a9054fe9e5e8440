package io.gpuaas.agent.task;

import java.util.UUID;

/** Connections to the SSH servers of logins. A connection goes on after the task that began it has ended. */
public final class SshTasks {

    private SshTasks() {}

    public sealed interface Payload extends TaskPayload {}

    public record ConnectSsh(UUID streamId, UUID allocationId, String gatewayUrl, String username) implements Payload {

        public ConnectSsh {
            Fields.required("stream_id", streamId);
            Fields.required("allocation_id", allocationId);
            Fields.gatewayUrl(gatewayUrl);
            Fields.login(username);
        }
    }

    public record SshConnected(UUID streamId) {}
}
