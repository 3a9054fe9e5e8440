package io.gpuaas.controlplane.notifications;

import io.gpuaas.api.NotificationKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What an event means to people: pure. */
record News(NotificationKind kind, Audience audience, String title, String body) {

    enum Audience {
        PAYERS,
        PROJECT,
        OPERATORS
    }

    /** Says first which project it is about: people work in several. */
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
            "provisioning.allocation_degraded",
            "provisioning.allocation_moved",
            "nodes.node_changed");

    private static final int NANO_DIGITS = 9;
    private static final Set<String> NODE_TROUBLE = Set.of("unreachable", "quarantined");
    private static final Set<String> ALLOCATION_TROUBLE = Set.of("failed", "release_failed");

    static Optional<News> of(String type, JsonNode event) {
        return switch (type) {
            case "billing.low_balance_warning" ->
                payers(
                        NotificationKind.LOW_BALANCE,
                        "Credit is running low",
                        "What runs will use up the credit soon: " + spendable(event)
                                + " are left. Add credit in time.");
            case "billing.auto_release_pending" ->
                payers(
                        NotificationKind.RELEASE_PENDING,
                        "Allocations will be released",
                        "The credit is nearly gone: " + spendable(event) + " are left. Allocations are released at "
                                + text(event, "deadline") + " unless credit is added.");
            case "billing.balance_depleted" ->
                payers(
                        NotificationKind.BALANCE_DEPLETED,
                        "The credit is used up",
                        "Allocations run on until " + text(event, "deadline") + " and are then released.");
            case "billing.budget_reached" ->
                project(
                        NotificationKind.BUDGET,
                        "A project reached " + text(event, "percent") + " % of its budget",
                        "It cost " + amount(event, "spent_nanos") + " of "
                                + amount(event, "budget_nanos") + " in " + text(event, "month") + ". At 100 %: "
                                + text(event, "action") + ".");
            case "billing.statement_closed" -> statement(event);
            case "payments.auto_top_up_failed" ->
                payers(
                        NotificationKind.PAYMENT_TROUBLE,
                        "Credit could not be added",
                        text(event, "reason")
                                + (event.hasNonNull("retry_at")
                                        ? " It is tried again at " + text(event, "retry_at") + "."
                                        : " It is not tried again; check the method of payment."));
            case "payments.dispute_changed" ->
                payers(
                        NotificationKind.PAYMENT_TROUBLE,
                        "A payment is disputed: " + text(event, "state"),
                        "The dispute " + text(event, "dispute") + " is about " + amount(event, "amount_nanos") + ".");
            case "provisioning.force_release_requested" ->
                project(
                        NotificationKind.ALLOCATION_TROUBLE,
                        "An allocation is released",
                        "Allocation " + text(event, "allocation_id") + ": " + text(event, "reason"));
            case "provisioning.allocation_degraded" ->
                project(
                        NotificationKind.ALLOCATION_TROUBLE,
                        "An allocation does not work",
                        "Allocation " + text(event, "allocation_id") + ": " + text(event, "reason"));
            case "provisioning.allocation_moved" -> moved(event);
            case "nodes.node_changed" -> node(event);
            default -> Optional.empty();
        };
    }

    private static Optional<News> statement(JsonNode event) {
        boolean isNote = text(event, "kind").equals("credit_note");
        String total = BigDecimal.valueOf(event.path("total_cents").asLong(), 2) + " " + text(event, "currency");
        return payers(
                NotificationKind.STATEMENT,
                (isNote ? "A credit note for " : "The statement of ") + text(event, "month") + " is ready",
                "It comes to " + total + ". The console has it as PDF and CSV, under " + text(event, "statement_id")
                        + ".");
    }

    private static Optional<News> moved(JsonNode event) {
        String state = text(event, "state");
        return !ALLOCATION_TROUBLE.contains(state)
                ? Optional.empty()
                : project(
                        NotificationKind.ALLOCATION_TROUBLE,
                        state.equals("failed") ? "An allocation failed" : "A release failed",
                        "Allocation " + text(event, "allocation_id") + ": " + text(event, "message"));
    }

    private static Optional<News> node(JsonNode event) {
        String state = text(event, "state");
        return !NODE_TROUBLE.contains(state)
                ? Optional.empty()
                : Optional.of(new News(
                        NotificationKind.NODE_TROUBLE,
                        Audience.OPERATORS,
                        "A node is " + state,
                        "Node " + text(event, "node_id") + ": " + text(event, "reason")));
    }

    private static Optional<News> payers(NotificationKind kind, String title, String body) {
        return Optional.of(new News(kind, Audience.PAYERS, title, body));
    }

    private static Optional<News> project(NotificationKind kind, String title, String body) {
        return Optional.of(new News(kind, Audience.PROJECT, title, body));
    }

    private static String spendable(JsonNode event) {
        return amount(event, "spendable_nanos");
    }

    private static String amount(JsonNode event, String field) {
        BigDecimal amount = BigDecimal.valueOf(event.path(field).asLong(), NANO_DIGITS);
        // Nobody reads nine digits.
        int digits = amount.abs().compareTo(BigDecimal.ONE) < 0 ? 4 : 2;
        return amount.setScale(digits, RoundingMode.HALF_UP).toPlainString() + " " + text(event, "currency");
    }

    private static String text(JsonNode event, String field) {
        return event.path(field).asString("");
    }
}
