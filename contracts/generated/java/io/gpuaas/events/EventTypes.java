// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All events by type. */
public final class EventTypes {

    private static final Map<String, Class<? extends DomainEvent>> RECORDS = Map.ofEntries(
            Map.entry(AccessRevoked.TYPE, AccessRevoked.class),
            Map.entry(AdvisoryChanged.TYPE, AdvisoryChanged.class),
            Map.entry(AdvisoryHit.TYPE, AdvisoryHit.class),
            Map.entry(AgentReleaseChanged.TYPE, AgentReleaseChanged.class),
            Map.entry(AllocationChanged.TYPE, AllocationChanged.class),
            Map.entry(AllocationChargingChanged.TYPE, AllocationChargingChanged.class),
            Map.entry(AllocationDegraded.TYPE, AllocationDegraded.class),
            Map.entry(AllocationMoved.TYPE, AllocationMoved.class),
            Map.entry(AllocationProgressed.TYPE, AllocationProgressed.class),
            Map.entry(AllocationRecovered.TYPE, AllocationRecovered.class),
            Map.entry(AppChanged.TYPE, AppChanged.class),
            Map.entry(AppRequestChanged.TYPE, AppRequestChanged.class),
            Map.entry(AppSuspensionChanged.TYPE, AppSuspensionChanged.class),
            Map.entry(AppVersionChanged.TYPE, AppVersionChanged.class),
            Map.entry(ArtifactPromotionChanged.TYPE, ArtifactPromotionChanged.class),
            Map.entry(ArtifactPublished.TYPE, ArtifactPublished.class),
            Map.entry(ArtifactQuarantineChanged.TYPE, ArtifactQuarantineChanged.class),
            Map.entry(ArtifactReinstatementChanged.TYPE, ArtifactReinstatementChanged.class),
            Map.entry(ArtifactTrustChanged.TYPE, ArtifactTrustChanged.class),
            Map.entry(AutoReleasePending.TYPE, AutoReleasePending.class),
            Map.entry(AutoTopUpFailed.TYPE, AutoTopUpFailed.class),
            Map.entry(BalanceDepleted.TYPE, BalanceDepleted.class),
            Map.entry(BalanceRestored.TYPE, BalanceRestored.class),
            Map.entry(BudgetReached.TYPE, BudgetReached.class),
            Map.entry(DisputeChanged.TYPE, DisputeChanged.class),
            Map.entry(EventDeadLettered.TYPE, EventDeadLettered.class),
            Map.entry(EventDiscarded.TYPE, EventDiscarded.class),
            Map.entry(ForceReleaseRequested.TYPE, ForceReleaseRequested.class),
            Map.entry(GatewayChanged.TYPE, GatewayChanged.class),
            Map.entry(GpuAppeared.TYPE, GpuAppeared.class),
            Map.entry(GpuMissing.TYPE, GpuMissing.class),
            Map.entry(InvitationChanged.TYPE, InvitationChanged.class),
            Map.entry(LowBalanceWarning.TYPE, LowBalanceWarning.class),
            Map.entry(MemberRemoved.TYPE, MemberRemoved.class),
            Map.entry(MemberSet.TYPE, MemberSet.class),
            Map.entry(NodeChanged.TYPE, NodeChanged.class),
            Map.entry(NodeZoneSet.TYPE, NodeZoneSet.class),
            Map.entry(PaymentChanged.TYPE, PaymentChanged.class),
            Map.entry(PlatformKeyChanged.TYPE, PlatformKeyChanged.class),
            Map.entry(PolicyChanged.TYPE, PolicyChanged.class),
            Map.entry(PriceAdded.TYPE, PriceAdded.class),
            Map.entry(ProjectChanged.TYPE, ProjectChanged.class),
            Map.entry(ProjectCreated.TYPE, ProjectCreated.class),
            Map.entry(ProjectDeleted.TYPE, ProjectDeleted.class),
            Map.entry(ProjectEntitlementChanged.TYPE, ProjectEntitlementChanged.class),
            Map.entry(PublishIntentChanged.TYPE, PublishIntentChanged.class),
            Map.entry(PublisherCreated.TYPE, PublisherCreated.class),
            Map.entry(PublisherKeyChanged.TYPE, PublisherKeyChanged.class),
            Map.entry(ReservationChanged.TYPE, ReservationChanged.class),
            Map.entry(RolloutChanged.TYPE, RolloutChanged.class),
            Map.entry(ServiceAccountChanged.TYPE, ServiceAccountChanged.class),
            Map.entry(SkuChanged.TYPE, SkuChanged.class),
            Map.entry(SlotModeSet.TYPE, SlotModeSet.class),
            Map.entry(SshKeyAdded.TYPE, SshKeyAdded.class),
            Map.entry(SshKeyRemoved.TYPE, SshKeyRemoved.class),
            Map.entry(StatementClosed.TYPE, StatementClosed.class),
            Map.entry(TaskFinished.TYPE, TaskFinished.class),
            Map.entry(TenantChanged.TYPE, TenantChanged.class),
            Map.entry(TenantCreated.TYPE, TenantCreated.class),
            Map.entry(TenantDeleted.TYPE, TenantDeleted.class),
            Map.entry(TenantEntitlementChanged.TYPE, TenantEntitlementChanged.class),
            Map.entry(UserChanged.TYPE, UserChanged.class));

    private static final Map<String, String> FORMER = Map.<String, String>ofEntries(
            Map.entry("dlq.event_dead_lettered", EventDeadLettered.TYPE),
            Map.entry("nodes.agent_release_changed", AgentReleaseChanged.TYPE),
            Map.entry("nodes.gateway_changed", GatewayChanged.TYPE),
            Map.entry("nodes.node_zone_set", NodeZoneSet.TYPE),
            Map.entry("nodes.rollout_changed", RolloutChanged.TYPE),
            Map.entry("nodes.slot_mode_set", SlotModeSet.TYPE),
            Map.entry("platform.access_revoked", AccessRevoked.TYPE),
            Map.entry("platform.event_discarded", EventDiscarded.TYPE),
            Map.entry("platform.invitation_changed", InvitationChanged.TYPE),
            Map.entry("platform.member_removed", MemberRemoved.TYPE),
            Map.entry("platform.member_set", MemberSet.TYPE),
            Map.entry("platform.policy_changed", PolicyChanged.TYPE),
            Map.entry("platform.price_added", PriceAdded.TYPE),
            Map.entry("platform.project_changed", ProjectChanged.TYPE),
            Map.entry("platform.project_created", ProjectCreated.TYPE),
            Map.entry("platform.project_deleted", ProjectDeleted.TYPE),
            Map.entry("platform.service_account_changed", ServiceAccountChanged.TYPE),
            Map.entry("platform.sku_changed", SkuChanged.TYPE),
            Map.entry("platform.ssh_key_added", SshKeyAdded.TYPE),
            Map.entry("platform.ssh_key_removed", SshKeyRemoved.TYPE),
            Map.entry("platform.tenant_changed", TenantChanged.TYPE),
            Map.entry("platform.tenant_created", TenantCreated.TYPE),
            Map.entry("platform.tenant_deleted", TenantDeleted.TYPE),
            Map.entry("platform.user_changed", UserChanged.TYPE),
            Map.entry("provisioning.allocation_changed", AllocationChanged.TYPE),
            Map.entry("provisioning.allocation_charging_changed", AllocationChargingChanged.TYPE),
            Map.entry("provisioning.allocation_degraded", AllocationDegraded.TYPE),
            Map.entry("provisioning.allocation_moved", AllocationMoved.TYPE),
            Map.entry("provisioning.allocation_progressed", AllocationProgressed.TYPE),
            Map.entry("provisioning.allocation_recovered", AllocationRecovered.TYPE),
            Map.entry("provisioning.force_release_requested", ForceReleaseRequested.TYPE),
            Map.entry("provisioning.reservation_changed", ReservationChanged.TYPE));

    private EventTypes() {}

    public static Set<String> all() {
        return RECORDS.keySet();
    }

    public static Optional<Class<? extends DomainEvent>> find(String type) {
        return Optional.ofNullable(RECORDS.get(type));
    }

    /** These types, and those under which older releases published the same events. */
    public static Set<String> withFormer(Collection<String> types) {
        Set<String> all = new HashSet<>(types);
        FORMER.forEach((former, current) -> {
            if (types.contains(current)) {
                all.add(former);
            }
        });
        return all;
    }

    /** The present type of an event that may have been written by an older release. */
    public static String current(String type) {
        return FORMER.getOrDefault(type, type);
    }
}
