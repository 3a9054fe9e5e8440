package io.gpuaas.controlplane.billing.usage;

import io.gpuaas.api.NewUsageRecord;
import io.gpuaas.api.ReportUsage;
import io.gpuaas.api.UsageOutcome;
import io.gpuaas.api.UsageReport;
import io.gpuaas.controlplane.billing.usage.UsageRecordStore.Known;
import io.gpuaas.controlplane.billing.usage.UsageRecordStore.Source;
import io.gpuaas.controlplane.billing.usage.UsageRules.Decision;
import io.gpuaas.controlplane.billing.usage.UsageRules.Period;
import io.gpuaas.controlplane.billing.usage.UsageRules.Rated;
import io.gpuaas.controlplane.billing.usage.UsageRules.Refused;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Takes usage that apps report. Each record of a batch is decided separately; accepted records are charged in the same
 * transaction, and repeating them does nothing.
 */
@Component
public class UsageReports {

    private static final String ACCEPTED = "accepted";
    private static final String DUPLICATE = "duplicate";
    private static final String REFUSED = "refused";

    private final UsageRecordStore store;
    private final MeasureStore measures;
    private final UsageLimits limits;
    private final Policies policies;
    private final Clock clock;
    private final MeterRegistry metrics;

    UsageReports(
            UsageRecordStore store,
            MeasureStore measures,
            UsageLimits limits,
            Policies policies,
            Clock clock,
            MeterRegistry metrics) {
        this.store = store;
        this.measures = measures;
        this.limits = limits;
        this.policies = policies;
        this.clock = clock;
        this.metrics = metrics;
    }

    public UsageReport report(ProjectId project, ReportUsage command) {
        TenantId tenant = Objects.requireNonNull(Call.current().tenantId());
        Source source = new Source(tenant, project, command.producer());
        store.lock(source);
        Instant now = clock.instant();
        Batch batch = new Batch(source, command.records(), rules(tenant, command.records(), now));
        if (!batch.accepted.isEmpty()) {
            store.add(source, batch.accepted, Call.current().caller().id(), now);
        }
        return counted(batch.outcomes);
    }

    private UsageRules rules(TenantId tenant, List<NewUsageRecord> records, Instant now) {
        List<String> names =
                records.stream().map(NewUsageRecord::measure).distinct().toList();
        return new UsageRules(
                measures.named(names),
                measures.begun(names, tenant, now),
                tenant,
                now,
                policies.effective(UsagePolicies.LATE_MAX, tenant, null));
    }

    /** The outcome of each record, in order. */
    private final class Batch {

        final List<Rated> accepted = new ArrayList<>();
        final List<UsageOutcome> outcomes = new ArrayList<>();
        private final Map<String, Known> known;
        private final Set<Period> reported;
        private final Map<String, UsageLimits.Remaining> remaining;
        private final Map<List<String>, List<Period>> taken = new HashMap<>();
        private final Set<String> seen = new HashSet<>();

        Batch(Source source, List<NewUsageRecord> records, UsageRules rules) {
            this.known = store.known(
                    source, records.stream().map(NewUsageRecord::recordId).toList());
            List<Decision> decisions = records.stream().map(rules::decide).toList();
            List<Rated> rated = decisions.stream()
                    .filter(Rated.class::isInstance)
                    .map(Rated.class::cast)
                    .filter(one -> !known.containsKey(one.recordId()))
                    .toList();
            this.reported =
                    store.reported(source, rated.stream().map(Rated::period).toList());
            this.remaining = limits.remaining(
                    source,
                    rated.stream().map(one -> one.price().price().currency()).toList(),
                    rules.now());
            for (int i = 0; i < records.size(); i++) {
                outcomes.add(outcome(records.get(i), decisions.get(i), rules));
            }
        }

        private UsageOutcome outcome(NewUsageRecord record, Decision decision, UsageRules rules) {
            String id = record.recordId();
            if (!seen.add(id)) {
                return refused(id, "record_repeated", "The batch has this record id twice.");
            }
            Known before = known.get(id);
            if (before != null) {
                // Also when it would be too late by now: a client that lost the answer gets it again.
                return rules.isSame(before, record)
                        ? new UsageOutcome(id, DUPLICATE, null, null, money(before.amountNanos(), before.currency()))
                        : refused(id, "record_changed", "A different record was already accepted under this id.");
            }
            return switch (decision) {
                case Refused refused -> refused(id, refused.code(), refused.message());
                case Rated rated -> room(rated);
            };
        }

        private UsageOutcome room(Rated rated) {
            Period period = rated.period();
            List<Period> others =
                    taken.computeIfAbsent(List.of(period.appInstance(), period.measure()), key -> new ArrayList<>());
            if (reported.contains(period) || others.stream().anyMatch(period::overlaps)) {
                return refused(
                        rated.recordId(),
                        "period_overlaps",
                        "A part of this time was already reported for " + period.appInstance() + " and "
                                + period.measure() + ".");
            }
            Optional<Refused> tooMuch = Objects.requireNonNull(
                            remaining.get(rated.price().price().currency()))
                    .take(rated.amountNanos());
            if (tooMuch.isPresent()) {
                return refused(
                        rated.recordId(), tooMuch.get().code(), tooMuch.get().message());
            }
            others.add(period);
            accepted.add(rated);
            return new UsageOutcome(
                    rated.recordId(),
                    ACCEPTED,
                    null,
                    null,
                    money(rated.amountNanos(), rated.price().price().currency()));
        }
    }

    private static UsageOutcome refused(String id, String code, String message) {
        return new UsageOutcome(id, REFUSED, code, message, null);
    }

    private static io.gpuaas.api.Money money(long nanos, String currency) {
        return new io.gpuaas.api.Money(nanos, currency);
    }

    private UsageReport counted(List<UsageOutcome> outcomes) {
        return new UsageReport(
                count(outcomes, ACCEPTED), count(outcomes, DUPLICATE), count(outcomes, REFUSED), outcomes);
    }

    private int count(List<UsageOutcome> outcomes, String which) {
        int count = (int) outcomes.stream()
                .filter(outcome -> outcome.outcome().equals(which))
                .count();
        metrics.counter("gpuaas_usage_records", "outcome", which).increment(count);
        return count;
    }
}
