// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Something that happened to an aggregate. The components of the record are the payload. */
public sealed interface DomainEvent
        permits
                AccessRevoked,
                AdvisoryChanged,
                AdvisoryHit,
                AgentReleaseChanged,
                AllocationChanged,
                AllocationChargingChanged,
                AllocationDegraded,
                AllocationMoved,
                AllocationProgressed,
                AllocationRecovered,
                AppChanged,
                AppRequestChanged,
                AppSuspensionChanged,
                AppVersionChanged,
                ArtifactPromotionChanged,
                ArtifactPublished,
                ArtifactQuarantineChanged,
                ArtifactReinstatementChanged,
                ArtifactTrustChanged,
                AutoReleasePending,
                AutoTopUpFailed,
                BalanceDepleted,
                BalanceRestored,
                BudgetReached,
                DisputeChanged,
                EventDeadLettered,
                EventDiscarded,
                ForceReleaseRequested,
                GatewayChanged,
                GpuAppeared,
                GpuMissing,
                InvitationChanged,
                LowBalanceWarning,
                MemberRemoved,
                MemberSet,
                NodeChanged,
                NodeZoneSet,
                PaymentChanged,
                PlatformKeyChanged,
                PolicyChanged,
                PriceAdded,
                ProjectChanged,
                ProjectCreated,
                ProjectDeleted,
                ProjectEntitlementChanged,
                PublishIntentChanged,
                PublisherCreated,
                PublisherKeyChanged,
                ReservationChanged,
                RolloutChanged,
                ServiceAccountChanged,
                SkuChanged,
                SlotModeSet,
                SshKeyAdded,
                SshKeyRemoved,
                StatementClosed,
                TaskFinished,
                TenantChanged,
                TenantCreated,
                TenantDeleted,
                TenantEntitlementChanged,
                UserChanged {

    /** The event's name on the wire. */
    String type();

    Aggregate aggregate();

    /** The thing whose events keep their order. */
    record Aggregate(String type, String id) {

        /** Joins the parts that are present. */
        static Aggregate of(String type, @Nullable Object... parts) {
            return new Aggregate(
                    type,
                    Stream.of(parts)
                            .filter(Objects::nonNull)
                            .map(Object::toString)
                            .collect(Collectors.joining("/")));
        }

        /** Reads what {@link #key} wrote. */
        public static Aggregate parse(String key) {
            int colon = key.indexOf(':');
            return new Aggregate(key.substring(0, colon), key.substring(colon + 1));
        }

        /** The form stored in a database column. */
        public String key() {
            return type + ":" + id;
        }
    }
}
