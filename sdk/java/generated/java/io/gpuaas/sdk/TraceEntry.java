// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.DeadLetterId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record TraceEntry(
        @JsonProperty("at") Instant at,
        @JsonProperty("kind") TraceKind kind,
        @JsonProperty("name") String name,
        @JsonProperty("state") String state,
        @JsonProperty("text") @Nullable String text,
        @JsonProperty("subject") @Nullable String subject,
        @JsonProperty("actor_id") @Nullable String actorId,
        @JsonProperty("actor_name") @Nullable String actorName,
        @JsonProperty("tenant_id") @Nullable TenantId tenantId,
        @JsonProperty("project_id") @Nullable ProjectId projectId,
        @JsonProperty("node_id") @Nullable NodeId nodeId,
        @JsonProperty("task_id") @Nullable TaskId taskId,
        @JsonProperty("dead_letter_id") @Nullable DeadLetterId deadLetterId,
        @JsonProperty("ended_at") @Nullable Instant endedAt) {
}
