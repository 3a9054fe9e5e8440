package io.gpuaas.controlplane.notifications;

import io.gpuaas.api.NotificationKind;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Maps an event to a notification; a pure function. */
record News(NotificationKind kind, Audience audience, String title, String body) {

    enum Audience {
        PAYERS,
        PROJECT,
        OPERATORS
    }

    /** Prefixes the project's name, because people work in several. */
    News about(String projectName) {
        return new News(kind, audience, title, "Project " + projectName + ". " + body);
    }

    static final Set<String> TYPES = Set.of(
            "billing.low_balance_warning",
            "billing.auto_release_pending",
            "billing.balance_depleted",
            "billing.budget_reached",
            "billing.statement_closed",
            "payments.auto_top_up_failed",
            "payments.dispute_changed",
            "provisioning.force_release_requested",
            "provisioning.allocation_changed",
            "provisioning.allocation_charging_changed",
            "provisioning.allocation_degraded",
            "provisioning.allocation_moved",
            "provisioning.allocation_recovered",
            "provisioning.reservation_changed",
            "nodes.node_changed",
            "nodes.gpu_missing");

    private static final int NANO_DIGITS = 9;
    private static final Set<String> NODE_TROUBLE = Set.of("unreachable", "quarantined");

    /** Reasons for which allocations end automatically; unpaid ones are announced separately. */
    private static final Set<String> ENDED_BY_ITSELF = Set.of("expired", "idle");

    /** Most events concern one audience or none. */
    static List<News> of(String type, JsonNode event) {
        return switch (type) {
            case "billing.low_balance_warning" ->
                payers(
                        NotificationKind.LOW_BALANCE,
                        "Your balance is running low",
                        "Running allocations will use up your balance soon: " + spendable(event)
                                + " left. Top up to keep them running.");
            case "billing.auto_release_pending" ->
                payers(
                        NotificationKind.RELEASE_PENDING,
                        "Allocations will be released",
                        "Your balance is almost used up: " + spendable(event)
                                + " left. Allocations will be released at " + text(event, "deadline")
                                + " unless you top up.");
            case "billing.balance_depleted" ->
                payers(
                        NotificationKind.BALANCE_DEPLETED,
                        "Your balance is used up",
                        "Allocations keep running until " + text(event, "deadline") + " and are then released.");
            case "billing.budget_reached" ->
                project(
                        NotificationKind.BUDGET,
                        "A project reached " + text(event, "percent") + " % of its budget",
                        "Spent " + amount(event, "spent_nanos") + " of "
                                + amount(event, "budget_nanos") + " in " + text(event, "month") + ". At 100 %: "
                                + text(event, "action") + ".");
            case "billing.statement_closed" -> statement(event);
            case "payments.auto_top_up_failed" ->
                payers(
                        NotificationKind.PAYMENT_TROUBLE,
                        "Automatic top-up failed",
                        text(event, "reason")
                                + (event.hasNonNull("retry_at")
                                        ? " Next attempt at " + text(event, "retry_at") + "."
                                        : " No further attempts will be made; check your payment method."));
            case "payments.dispute_changed" ->
                payers(
                        NotificationKind.PAYMENT_TROUBLE,
                        "A payment is disputed: " + text(event, "state"),
                        "Dispute " + text(event, "dispute") + " is about " + amount(event, "amount_nanos") + ".");
            case "provisioning.force_release_requested" ->
                allocation("An allocation is being released", event, text(event, "reason"));
            case "provisioning.allocation_changed" -> changed(event);
            case "provisioning.allocation_degraded" -> degraded(event);
            case "provisioning.allocation_charging_changed" -> charging(event);
            case "provisioning.allocation_recovered" ->
                allocation(
                        "An allocation has recovered",
                        event,
                        "It was degraded since " + text(event, "degraded_since") + ".");
            case "provisioning.allocation_moved" -> moved(event);
            case "provisioning.reservation_changed" -> reservation(event);
            case "nodes.node_changed" -> node(event);
            case "nodes.gpu_missing" ->
                operators("A GPU is missing", "Node " + text(event, "node_id") + ": GPU " + text(event, "gpu_uuid"));
            default -> List.of();
        };
    }

    /** Subject of the event, for links. */
    static Subject subject(String type, JsonNode event) {
        TenantId tenant = event.hasNonNull("tenant_id") ? TenantId.parse(text(event, "tenant_id")) : null;
        ProjectId project = event.hasNonNull("project_id") ? ProjectId.parse(text(event, "project_id")) : null;
        String field = type.startsWith("nodes.") ? "node" : subjectOf(type);
        String id = switch (field) {
            case "balance" -> text(event, "tenant_id");
            case "budget" -> text(event, "project_id");
            default -> text(event, field + "_id");
        };
        return new Subject(tenant, project, field, id);
    }

    private static String subjectOf(String type) {
        return switch (type) {
            case "billing.budget_reached" -> "budget";
            case "billing.statement_closed" -> "statement";
            case "provisioning.reservation_changed" -> "reservation";
            default -> type.startsWith("provisioning.") ? "allocation" : "balance";
        };
    }

    /** A resource with its tenant and project; all null if there is no page for it. */
    record Subject(
            @Nullable TenantId tenant,
            @Nullable ProjectId project,
            @Nullable String type,
            @Nullable String id) {

        static final Subject NONE = new Subject(null, null, null, null);
    }

    private static List<News> statement(JsonNode event) {
        boolean isNote = text(event, "kind").equals("credit_note");
        String total = BigDecimal.valueOf(event.path("total_cents").asLong(), 2) + " " + text(event, "currency");
        return payers(
                NotificationKind.STATEMENT,
                (isNote ? "A credit note for " : "The statement for ") + text(event, "month") + " is ready",
                "Total: " + total + ". Download it from the console as PDF or CSV. Statement ID: "
                        + text(event, "statement_id") + ".");
    }

    private static List<News> changed(JsonNode event) {
        String message = text(event, "message");
        return switch (text(event, "kind")) {
            case "expiring" -> allocation("An allocation ends soon", event, message);
            case "idle" -> allocation("An allocation is idle", event, message);
            case "stuck" -> alsoOperators(allocation("An allocation is stuck", event, message), event);
            default -> List.of();
        };
    }

    /** A fault reported by a tenant waits for an operator's decision; the text says what that means for billing. */
    private static List<News> degraded(JsonNode event) {
        return event.path("confirmed").asBoolean(true)
                ? allocation("An allocation is degraded", event, text(event, "reason"))
                : alsoOperators(
                        allocation(
                                "A fault was reported for an allocation",
                                event,
                                text(event, "reason")
                                        + " Not confirmed yet, so billing continues. If an operator confirms the fault,"
                                        + " charges since then are refunded."),
                        event);
    }

    private static List<News> charging(JsonNode event) {
        String message = text(event, "message");
        return switch (text(event, "kind")) {
            case "fault_confirmed" ->
                allocation(
                        "A reported fault was confirmed",
                        event,
                        message + " Not billed since " + text(event, "since") + ".");
            case "fault_dismissed" ->
                allocation("A reported fault was dismissed", event, message + " Billing continues.");
            case "release_charged" ->
                alsoOperators(allocation("A release has not finished and is billed", event, message), event);
            case "release_not_charged" ->
                allocation(
                        "A release is no longer billed",
                        event,
                        message + " Not billed since " + text(event, "since") + ".");
            default -> List.of();
        };
    }

    private static List<News> moved(JsonNode event) {
        String message = text(event, "message");
        String code = text(event, "code");
        return switch (text(event, "state")) {
            case "failed" -> allocation("An allocation failed", event, message);
            case "release_failed" -> alsoOperators(allocation("A release failed", event, message), event);
            case "releasing" -> releasing(code, event, message);
            case "released" ->
                text(event, "from").equals("queued") && ENDED_BY_ITSELF.contains(code)
                        ? allocation("An allocation left the queue without capacity", event, message)
                        : List.of();
            case "active" ->
                code.equals("waited") ? allocation("A queued allocation is ready", event, message) : List.of();
            default -> List.of();
        };
    }

    private static List<News> releasing(String code, JsonNode event, String message) {
        if (code.equals("node_lost")) {
            return alsoOperators(allocation("An allocation lost its node", event, message), event);
        }
        return ENDED_BY_ITSELF.contains(code)
                ? allocation("An allocation is being released", event, message)
                : List.of();
    }

    private static List<News> reservation(JsonNode event) {
        return !text(event, "state").equals("missed")
                ? List.of()
                : project(
                        NotificationKind.ALLOCATION_TROUBLE,
                        "A reservation was missed",
                        "Reservation " + text(event, "reservation_id") + " of " + text(event, "count") + " "
                                + text(event, "sku") + " could not start: " + text(event, "message"));
    }

    private static List<News> allocation(String title, JsonNode event, String what) {
        return project(
                NotificationKind.ALLOCATION_TROUBLE, title, "Allocation " + text(event, "allocation_id") + ": " + what);
    }

    /** Also notifies operators of problems that users cannot fix. */
    private static List<News> alsoOperators(List<News> told, JsonNode event) {
        return Stream.concat(
                        told.stream(),
                        told.stream()
                                .map(news -> new News(
                                        news.kind,
                                        Audience.OPERATORS,
                                        news.title,
                                        "Tenant " + text(event, "tenant_id") + ". " + news.body)))
                .toList();
    }

    private static List<News> node(JsonNode event) {
        String state = text(event, "state");
        return !NODE_TROUBLE.contains(state)
                ? List.of()
                : operators("A node is " + state, "Node " + text(event, "node_id") + ": " + text(event, "reason"));
    }

    private static List<News> operators(String title, String body) {
        return List.of(new News(NotificationKind.NODE_TROUBLE, Audience.OPERATORS, title, body));
    }

    private static List<News> payers(NotificationKind kind, String title, String body) {
        return List.of(new News(kind, Audience.PAYERS, title, body));
    }

    private static List<News> project(NotificationKind kind, String title, String body) {
        return List.of(new News(kind, Audience.PROJECT, title, body));
    }

    private static String spendable(JsonNode event) {
        return amount(event, "spendable_nanos");
    }

    private static String amount(JsonNode event, String field) {
        BigDecimal amount = BigDecimal.valueOf(event.path(field).asLong(), NANO_DIGITS);
        // Nine digits are unreadable.
        int digits = amount.abs().compareTo(BigDecimal.ONE) < 0 ? 4 : 2;
        return amount.setScale(digits, RoundingMode.HALF_UP).toPlainString() + " " + text(event, "currency");
    }

    private static String text(JsonNode event, String field) {
        return event.path(field).asString("");
    }
}
