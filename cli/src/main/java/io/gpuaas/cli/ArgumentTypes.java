package io.gpuaas.cli;

import io.gpuaas.cli.apps.AppName;
import io.gpuaas.cli.options.InputFile;
import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.output.Words;
import io.gpuaas.kernel.AccessTokenId;
import io.gpuaas.kernel.AdjustmentId;
import io.gpuaas.kernel.AdvisoryId;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.AppRequestId;
import io.gpuaas.kernel.AppSuspensionId;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.DeadLetterId;
import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.InvitationId;
import io.gpuaas.kernel.KeyId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.NotificationId;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.PlatformKeyId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublishIntentId;
import io.gpuaas.kernel.PublisherKeyId;
import io.gpuaas.kernel.ReservationId;
import io.gpuaas.kernel.RolloutId;
import io.gpuaas.kernel.SshKeyId;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.sdk.AdjustmentKind;
import io.gpuaas.sdk.AppChannelName;
import io.gpuaas.sdk.AppRequestState;
import io.gpuaas.sdk.AppVersionState;
import io.gpuaas.sdk.AppVisibility;
import io.gpuaas.sdk.ArtifactKind;
import io.gpuaas.sdk.AuditOutcome;
import io.gpuaas.sdk.BudgetAction;
import io.gpuaas.sdk.CostGroup;
import io.gpuaas.sdk.DeployRole;
import io.gpuaas.sdk.ExportFormat;
import io.gpuaas.sdk.IdempotencyKey;
import io.gpuaas.sdk.NotificationKind;
import io.gpuaas.sdk.StatementFormat;
import io.gpuaas.sdk.signin.ProfileName;
import java.net.URI;
import java.time.Instant;
import picocli.CommandLine;

/** Converts arguments to ids, times and other types. */
final class ArgumentTypes {

    private ArgumentTypes() {}

    static void register(CommandLine line) {
        line.setCaseInsensitiveEnumValuesAllowed(true).setAllowSubcommandsAsOptionParameters(true);
        line.registerConverter(CommandId.class, Words.reading("a command's id", CommandId::parse));
        line.registerConverter(TerminalId.class, Words.reading("a terminal's id", TerminalId::parse));
        line.registerConverter(TenantId.class, Words.reading("a tenant's id", TenantId::parse));
        line.registerConverter(ProjectId.class, Words.reading("a project's id", ProjectId::parse));
        line.registerConverter(PrincipalId.class, Words.reading("a principal's id", PrincipalId::parse));
        line.registerConverter(InvitationId.class, Words.reading("an invitation's id", InvitationId::parse));
        line.registerConverter(KeyId.class, Words.reading("a key's id", KeyId::parse));
        line.registerConverter(AccessTokenId.class, Words.reading("a token's id", AccessTokenId::parse));
        line.registerConverter(SshKeyId.class, Words.reading("an SSH key's id", SshKeyId::parse));
        line.registerConverter(NodeId.class, Lookup.later("a node's id or name", NodeId::parse));
        line.registerConverter(AllocationId.class, Lookup.later("an allocation's id or name", AllocationId::parse));
        line.registerConverter(ReservationId.class, Words.reading("a reservation's id", ReservationId::parse));
        line.registerConverter(PaymentId.class, Words.reading("a payment's id", PaymentId::parse));
        line.registerConverter(NotificationId.class, Words.reading("a notification's id", NotificationId::parse));
        line.registerConverter(StatementId.class, Words.reading("a statement's id", StatementId::parse));
        line.registerConverter(AdjustmentId.class, Words.reading("an adjustment's id", AdjustmentId::parse));
        line.registerConverter(ArtifactId.class, Words.reading("an artifact's id", ArtifactId::parse));
        line.registerConverter(PublishIntentId.class, Words.reading("a publish intent's id", PublishIntentId::parse));
        line.registerConverter(AppName.class, Words.reading("an app's name like acme/vllm", AppName::parse));
        line.registerConverter(AppRequestId.class, Words.reading("a request's id", AppRequestId::parse));
        line.registerConverter(AppSuspensionId.class, Words.reading("a suspension's id", AppSuspensionId::parse));
        line.registerConverter(AppVisibility.class, Words.choosing(AppVisibility.values(), AppVisibility::wire));
        line.registerConverter(AppChannelName.class, Words.choosing(AppChannelName.values(), AppChannelName::wire));
        line.registerConverter(AppVersionState.class, Words.choosing(AppVersionState.values(), AppVersionState::wire));
        line.registerConverter(AppRequestState.class, Words.choosing(AppRequestState.values(), AppRequestState::wire));
        line.registerConverter(DeployRole.class, Words.choosing(DeployRole.values(), DeployRole::wire));
        line.registerConverter(AdvisoryId.class, Words.reading("an advisory's id", AdvisoryId::parse));
        line.registerConverter(PlatformKeyId.class, Words.reading("a platform key's id", PlatformKeyId::parse));
        line.registerConverter(PublisherKeyId.class, Words.reading("a publisher key's id", PublisherKeyId::parse));
        line.registerConverter(ArtifactKind.class, Words.choosing(ArtifactKind.values(), ArtifactKind::wire));
        line.registerConverter(
                NotificationKind.class, Words.choosing(NotificationKind.values(), NotificationKind::wire));
        line.registerConverter(BudgetAction.class, Words.choosing(BudgetAction.values(), BudgetAction::wire));
        line.registerConverter(AdjustmentKind.class, Words.choosing(AdjustmentKind.values(), AdjustmentKind::wire));
        line.registerConverter(StatementFormat.class, Words.choosing(StatementFormat.values(), StatementFormat::wire));
        line.registerConverter(CostGroup.class, Words.choosing(CostGroup.values(), CostGroup::wire));
        line.registerConverter(TaskId.class, Words.reading("a task's id", TaskId::parse));
        line.registerConverter(AgentReleaseId.class, Words.reading("a release's id", AgentReleaseId::parse));
        line.registerConverter(RolloutId.class, Words.reading("a rollout's id", RolloutId::parse));
        line.registerConverter(GatewayId.class, Words.reading("a gateway's id", GatewayId::parse));
        line.registerConverter(ProfileName.class, Words.reading("a profile's name", ProfileName::new));
        line.registerConverter(InputFile.class, InputFile::new);
        line.registerConverter(DeadLetterId.class, Words.reading("a dead letter's id", DeadLetterId::parse));
        line.registerConverter(
                IdempotencyKey.class,
                Words.reading("an idempotency key (1 to 200 visible characters)", IdempotencyKey::new));
        line.registerConverter(Instant.class, Words.reading("a time like 2026-01-31T08:00:00Z", Instant::parse));
        line.registerConverter(URI.class, Words.reading("an address", URI::create));
        line.registerConverter(AuditOutcome.class, Words.choosing(AuditOutcome.values(), AuditOutcome::wire));
        line.registerConverter(ExportFormat.class, Words.choosing(ExportFormat.values(), ExportFormat::wire));
    }
}
