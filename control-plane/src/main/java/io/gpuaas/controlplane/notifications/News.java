package io.gpuaas.controlplane.notifications;

import io.gpuaas.api.NotificationKind;
import io.gpuaas.events.AllocationChanged;
import io.gpuaas.events.AllocationChargingChanged;
import io.gpuaas.events.AllocationDegraded;
import io.gpuaas.events.AllocationMoved;
import io.gpuaas.events.AllocationRecovered;
import io.gpuaas.events.AutoReleasePending;
import io.gpuaas.events.AutoTopUpFailed;
import io.gpuaas.events.BalanceDepleted;
import io.gpuaas.events.BudgetReached;
import io.gpuaas.events.DisputeChanged;
import io.gpuaas.events.DomainEvent;
import io.gpuaas.events.ForceReleaseRequested;
import io.gpuaas.events.GpuMissing;
import io.gpuaas.events.LowBalanceWarning;
import io.gpuaas.events.NodeChanged;
import io.gpuaas.events.ReservationChanged;
import io.gpuaas.events.StatementClosed;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Maps an event to a notification; a pure function. */
record News(NotificationKind kind, Audience audience, Subject subject, String title, String body) {

    enum Audience {
        PAYERS,
        PROJECT,
        OPERATORS
    }

    /** Prefixes the project's name, because people work in several. */
    News about(String projectName) {
        return new News(kind, audience, subject, title, "Project " + projectName + ". " + body);
    }

    static final Set<String> TYPES = Set.of(
            LowBalanceWarning.TYPE,
            AutoReleasePending.TYPE,
            BalanceDepleted.TYPE,
            BudgetReached.TYPE,
            StatementClosed.TYPE,
            AutoTopUpFailed.TYPE,
            DisputeChanged.TYPE,
            ForceReleaseRequested.TYPE,
            AllocationChanged.TYPE,
            AllocationChargingChanged.TYPE,
            AllocationDegraded.TYPE,
            AllocationMoved.TYPE,
            AllocationRecovered.TYPE,
            ReservationChanged.TYPE,
            NodeChanged.TYPE,
            GpuMissing.TYPE);

    private static final int NANO_DIGITS = 9;
    private static final Set<String> NODE_TROUBLE = Set.of("unreachable", "quarantined");

    /** Reasons for which allocations end automatically; unpaid ones are announced separately. */
    private static final Set<String> ENDED_BY_ITSELF = Set.of("expired", "idle");

    /** Most events concern one audience or none. */
    static List<News> of(DomainEvent event) {
        return switch (event) {
            case LowBalanceWarning warning -> lowBalance(warning);
            case AutoReleasePending pending -> releasePending(pending);
            case BalanceDepleted depleted -> balanceDepleted(depleted);
            case BudgetReached reached -> budgetReached(reached);
            case StatementClosed closed -> statementClosed(closed);
            case AutoTopUpFailed failed -> topUpFailed(failed);
            case DisputeChanged changed -> disputeChanged(changed);
            case ForceReleaseRequested requested -> forcedRelease(requested);
            case AllocationChanged changed -> allocationChanged(changed);
            case AllocationChargingChanged changed -> chargingChanged(changed);
            case AllocationDegraded degraded -> allocationDegraded(degraded);
            case AllocationMoved moved -> allocationMoved(moved);
            case AllocationRecovered recovered -> allocationRecovered(recovered);
            case ReservationChanged changed -> reservationChanged(changed);
            case NodeChanged changed -> nodeChanged(changed);
            case GpuMissing missing -> gpuMissing(missing);
            default -> List.of();
        };
    }

    /** A resource with its tenant and project, for links; all null if there is no page for it. */
    record Subject(
            @Nullable TenantId tenant,
            @Nullable ProjectId project,
            @Nullable String type,
            @Nullable String id) {

        static final Subject NONE = new Subject(null, null, null, null);

        static Subject balance(TenantId tenant) {
            return new Subject(tenant, null, "balance", tenant.toString());
        }

        static Subject allocation(TenantId tenant, ProjectId project, AllocationId allocation) {
            return new Subject(tenant, project, "allocation", allocation.toString());
        }

        static Subject node(NodeId node) {
            return new Subject(null, null, "node", node.toString());
        }
    }

    private static List<News> lowBalance(LowBalanceWarning warning) {
        return payers(
                NotificationKind.LOW_BALANCE,
                Subject.balance(warning.tenantId()),
                "Your balance is running low",
                "Running allocations will use up your balance soon: "
                        + amount(warning.spendableNanos(), warning.currency())
                        + " left. Top up to keep them running.");
    }

    private static List<News> releasePending(AutoReleasePending pending) {
        return payers(
                NotificationKind.RELEASE_PENDING,
                Subject.balance(pending.tenantId()),
                "Allocations will be released",
                "Your balance is almost used up: " + amount(pending.spendableNanos(), pending.currency())
                        + " left. Allocations will be released at " + pending.deadline() + " unless you top up.");
    }

    private static List<News> balanceDepleted(BalanceDepleted depleted) {
        return payers(
                NotificationKind.BALANCE_DEPLETED,
                Subject.balance(depleted.tenantId()),
                "Your balance is used up",
                "Allocations keep running until " + depleted.deadline() + " and are then released.");
    }

    private static List<News> budgetReached(BudgetReached reached) {
        return project(
                NotificationKind.BUDGET,
                new Subject(
                        reached.tenantId(),
                        reached.projectId(),
                        "budget",
                        reached.projectId().toString()),
                "A project reached " + reached.percent() + " % of its budget",
                "Spent " + amount(reached.spentNanos(), reached.currency()) + " of "
                        + amount(reached.budgetNanos(), reached.currency()) + " in " + reached.month() + ". At 100 %: "
                        + reached.action() + ".");
    }

    private static List<News> statementClosed(StatementClosed closed) {
        boolean isNote = closed.kind().equals("credit_note");
        String total = BigDecimal.valueOf(closed.totalCents(), 2) + " " + closed.currency();
        return payers(
                NotificationKind.STATEMENT,
                new Subject(
                        closed.tenantId(),
                        null,
                        "statement",
                        closed.statementId().toString()),
                (isNote ? "A credit note for " : "The statement for ") + closed.month() + " is ready",
                "Total: " + total + ". Download it from the console as PDF or CSV. Statement ID: "
                        + closed.statementId() + ".");
    }

    private static List<News> topUpFailed(AutoTopUpFailed failed) {
        return payers(
                NotificationKind.PAYMENT_TROUBLE,
                Subject.balance(failed.tenantId()),
                "Automatic top-up failed",
                failed.reason()
                        + (failed.retryAt() != null
                                ? " Next attempt at " + failed.retryAt() + "."
                                : " No further attempts will be made; check your payment method."));
    }

    private static List<News> disputeChanged(DisputeChanged changed) {
        return payers(
                NotificationKind.PAYMENT_TROUBLE,
                Subject.balance(changed.tenantId()),
                "A payment is disputed: " + changed.state(),
                "Dispute " + changed.dispute() + " is about " + amount(changed.amountNanos(), changed.currency())
                        + ".");
    }

    private static List<News> forcedRelease(ForceReleaseRequested requested) {
        return allocation(
                Subject.allocation(requested.tenantId(), requested.projectId(), requested.allocationId()),
                "An allocation is being released",
                requested.reason());
    }

    private static List<News> allocationChanged(AllocationChanged changed) {
        Subject subject = Subject.allocation(changed.tenantId(), changed.projectId(), changed.allocationId());
        String message = orEmpty(changed.message());
        return switch (changed.kind()) {
            case "expiring" -> allocation(subject, "An allocation ends soon", message);
            case "idle" -> allocation(subject, "An allocation is idle", message);
            case "stuck" -> alsoOperators(allocation(subject, "An allocation is stuck", message));
            default -> List.of();
        };
    }

    /** A fault reported by a tenant waits for an operator's decision; the text says what that means for billing. */
    private static List<News> allocationDegraded(AllocationDegraded degraded) {
        Subject subject = Subject.allocation(degraded.tenantId(), degraded.projectId(), degraded.allocationId());
        boolean isConfirmed = !Boolean.FALSE.equals(degraded.confirmed());
        return isConfirmed
                ? allocation(subject, "An allocation is degraded", degraded.reason())
                : alsoOperators(allocation(
                        subject,
                        "A fault was reported for an allocation",
                        degraded.reason()
                                + " Not confirmed yet, so billing continues. If an operator confirms the fault,"
                                + " charges since then are refunded."));
    }

    private static List<News> chargingChanged(AllocationChargingChanged changed) {
        Subject subject = Subject.allocation(changed.tenantId(), changed.projectId(), changed.allocationId());
        String message = changed.message();
        String notBilled = message + " Not billed since " + changed.since() + ".";
        return switch (changed.kind()) {
            case "fault_confirmed" -> allocation(subject, "A reported fault was confirmed", notBilled);
            case "fault_dismissed" ->
                allocation(subject, "A reported fault was dismissed", message + " Billing continues.");
            case "release_charged" ->
                alsoOperators(allocation(subject, "A release has not finished and is billed", message));
            case "release_not_charged" -> allocation(subject, "A release is no longer billed", notBilled);
            default -> List.of();
        };
    }

    private static List<News> allocationRecovered(AllocationRecovered recovered) {
        return allocation(
                Subject.allocation(recovered.tenantId(), recovered.projectId(), recovered.allocationId()),
                "An allocation has recovered",
                "It was degraded since " + recovered.degradedSince() + ".");
    }

    private static List<News> allocationMoved(AllocationMoved moved) {
        Subject subject = Subject.allocation(moved.tenantId(), moved.projectId(), moved.allocationId());
        String message = orEmpty(moved.message());
        String code = orEmpty(moved.code());
        return switch (moved.state()) {
            case "failed" -> allocation(subject, "An allocation failed", message);
            case "release_failed" -> alsoOperators(allocation(subject, "A release failed", message));
            case "releasing" -> releasing(code, subject, message);
            case "released" ->
                "queued".equals(moved.from()) && ENDED_BY_ITSELF.contains(code)
                        ? allocation(subject, "An allocation left the queue without capacity", message)
                        : List.of();
            case "active" ->
                code.equals("waited") ? allocation(subject, "A queued allocation is ready", message) : List.of();
            default -> List.of();
        };
    }

    private static List<News> releasing(String code, Subject subject, String message) {
        if (code.equals("node_lost")) {
            return alsoOperators(allocation(subject, "An allocation lost its node", message));
        }
        return ENDED_BY_ITSELF.contains(code)
                ? allocation(subject, "An allocation is being released", message)
                : List.of();
    }

    private static List<News> reservationChanged(ReservationChanged changed) {
        return !changed.state().equals("missed")
                ? List.of()
                : project(
                        NotificationKind.ALLOCATION_TROUBLE,
                        new Subject(
                                changed.tenantId(),
                                changed.projectId(),
                                "reservation",
                                changed.reservationId().toString()),
                        "A reservation was missed",
                        "Reservation " + changed.reservationId() + " of " + changed.count() + " " + changed.sku()
                                + " could not start: " + orEmpty(changed.message()));
    }

    private static List<News> nodeChanged(NodeChanged changed) {
        return !NODE_TROUBLE.contains(changed.state())
                ? List.of()
                : operators(
                        changed.nodeId(),
                        "A node is " + changed.state(),
                        "Node " + changed.nodeId() + ": " + orEmpty(changed.reason()));
    }

    private static List<News> gpuMissing(GpuMissing missing) {
        return operators(
                missing.nodeId(), "A GPU is missing", "Node " + missing.nodeId() + ": GPU " + missing.gpuUuid());
    }

    private static List<News> allocation(Subject subject, String title, String what) {
        return project(NotificationKind.ALLOCATION_TROUBLE, subject, title, "Allocation " + subject.id() + ": " + what);
    }

    /** Also notifies operators of problems that users cannot fix. */
    private static List<News> alsoOperators(List<News> told) {
        return Stream.concat(
                        told.stream(),
                        told.stream()
                                .map(news -> new News(
                                        news.kind,
                                        Audience.OPERATORS,
                                        news.subject,
                                        news.title,
                                        "Tenant " + news.subject.tenant() + ". " + news.body)))
                .toList();
    }

    private static List<News> operators(NodeId node, String title, String body) {
        return List.of(new News(NotificationKind.NODE_TROUBLE, Audience.OPERATORS, Subject.node(node), title, body));
    }

    private static List<News> payers(NotificationKind kind, Subject subject, String title, String body) {
        return List.of(new News(kind, Audience.PAYERS, subject, title, body));
    }

    private static List<News> project(NotificationKind kind, Subject subject, String title, String body) {
        return List.of(new News(kind, Audience.PROJECT, subject, title, body));
    }

    private static String amount(long nanos, String currency) {
        BigDecimal amount = BigDecimal.valueOf(nanos, NANO_DIGITS);
        // Nine digits are unreadable.
        int digits = amount.abs().compareTo(BigDecimal.ONE) < 0 ? 4 : 2;
        return amount.setScale(digits, RoundingMode.HALF_UP).toPlainString() + " " + currency;
    }

    private static String orEmpty(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }
}
