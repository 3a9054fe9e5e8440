// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** All typed ids, for code that reads any of them. */
public final class TypedIds {

    /** Each class with its own constructor. */
    public static final Map<Class<? extends TypedId>, Function<UUID, TypedId>> ALL = Map.ofEntries(
            Map.entry(AccessTokenId.class, AccessTokenId::new),
            Map.entry(AdjustmentId.class, AdjustmentId::new),
            Map.entry(AdvisoryId.class, AdvisoryId::new),
            Map.entry(AgentReleaseId.class, AgentReleaseId::new),
            Map.entry(AllocationId.class, AllocationId::new),
            Map.entry(AppId.class, AppId::new),
            Map.entry(AppRequestId.class, AppRequestId::new),
            Map.entry(AppSuspensionId.class, AppSuspensionId::new),
            Map.entry(AppVersionId.class, AppVersionId::new),
            Map.entry(ArtifactId.class, ArtifactId::new),
            Map.entry(CommandId.class, CommandId::new),
            Map.entry(CommitmentId.class, CommitmentId::new),
            Map.entry(DeadLetterId.class, DeadLetterId::new),
            Map.entry(GatewayId.class, GatewayId::new),
            Map.entry(InvitationId.class, InvitationId::new),
            Map.entry(KeyId.class, KeyId::new),
            Map.entry(LeaseId.class, LeaseId::new),
            Map.entry(NodeId.class, NodeId::new),
            Map.entry(NotificationId.class, NotificationId::new),
            Map.entry(PaymentId.class, PaymentId::new),
            Map.entry(PlatformKeyId.class, PlatformKeyId::new),
            Map.entry(PrincipalId.class, PrincipalId::new),
            Map.entry(ProjectId.class, ProjectId::new),
            Map.entry(PublishIntentId.class, PublishIntentId::new),
            Map.entry(PublisherId.class, PublisherId::new),
            Map.entry(PublisherKeyId.class, PublisherKeyId::new),
            Map.entry(ReservationId.class, ReservationId::new),
            Map.entry(RolloutId.class, RolloutId::new),
            Map.entry(SshKeyId.class, SshKeyId::new),
            Map.entry(StatementId.class, StatementId::new),
            Map.entry(StreamId.class, StreamId::new),
            Map.entry(TaskId.class, TaskId::new),
            Map.entry(TenantId.class, TenantId::new),
            Map.entry(TerminalId.class, TerminalId::new));

    private TypedIds() {}
}
