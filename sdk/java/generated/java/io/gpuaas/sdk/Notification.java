// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NotificationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Notification(
        @JsonProperty("id") NotificationId id,
        @JsonProperty("kind") String kind,
        @JsonProperty("tenant_id") @Nullable TenantId tenantId,
        @JsonProperty("project_id") @Nullable ProjectId projectId,
        @JsonProperty("subject_type") @Nullable String subjectType,
        @JsonProperty("subject_id") @Nullable String subjectId,
        @JsonProperty("title") String title,
        @JsonProperty("body") String body,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("read_at") @Nullable Instant readAt) {
}
