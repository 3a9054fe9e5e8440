package io.gpuaas.controlplane.demo;

import io.gpuaas.api.EventBacklog;
import io.gpuaas.controlplane.demo.PastPlan.Team;
import io.gpuaas.controlplane.demo.PastPlan.Use;
import io.gpuaas.controlplane.events.Backlogs;
import io.gpuaas.controlplane.identity.AccessTokens;
import io.gpuaas.controlplane.identity.DemoContents;
import io.gpuaas.controlplane.identity.EmptyInstallation;
import io.gpuaas.controlplane.nodes.DemoHosts;
import io.gpuaas.controlplane.payments.PaymentPolicies;
import io.gpuaas.controlplane.platform.DemoClock;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.platform.StartPhase;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.NodeId;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Writes the past of a new demo: sets the clock back before the first administrator is created, lets people work through
 * the API and hosts do the tasks, runs the rounds that charge, close months and watch budgets at each step, and returns
 * to the present before the process reports that it is ready.
 */
@Component
@Order(DemoPast.AFTER_FIRST_LOGIN)
class DemoPast implements ApplicationRunner, EmptyInstallation, DemoContents {

    static final int AFTER_FIRST_LOGIN = 10;

    private static final Logger log = LoggerFactory.getLogger(DemoPast.class);

    private static final Set<Role> ROLES = EnumSet.complementOf(EnumSet.of(Role.REGISTRY));
    static final String SKU = "h100-sxm-slice";
    private static final List<String> HOSTS = List.of("rack-1", "rack-2");

    /** A clock that moves further at once would look like one that jumped. */
    private static final Duration STEP = Duration.ofHours(12);

    /** How long a state or the handling of events may take before the start fails. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration TOKENS_LAST = Duration.ofMinutes(10);
    private static final Duration LOOK = Duration.ofMillis(5);

    /** The budget is set so that this much of it is spent. */
    private static final double SPENT_OF_BUDGET = 0.92;

    private static final long CENT = 10_000_000;

    private final Clock clock;
    private final Rounds rounds;
    private final AccessTokens tokens;
    private final DemoHosts hosts;
    private final DemoApi api;
    private final Backlogs backlogs;
    private final Policies policies;
    private final GpuaasProperties properties;
    private final PastMarker marker;
    private final DemoFurnishing furnishing;
    private @Nullable Cast cast;
    private boolean begun;

    DemoPast(
            Clock clock,
            Rounds rounds,
            AccessTokens tokens,
            DemoHosts hosts,
            DemoApi api,
            Backlogs backlogs,
            Policies policies,
            GpuaasProperties properties,
            PastMarker marker,
            DemoFurnishing furnishing) {
        this.clock = clock;
        this.rounds = rounds;
        this.tokens = tokens;
        this.hosts = hosts;
        this.api = api;
        this.backlogs = backlogs;
        this.policies = policies;
        this.properties = properties;
        this.marker = marker;
        this.furnishing = furnishing;
    }

    private boolean isWanted() {
        return clock instanceof DemoClock
                && properties.identity().issuer() == GpuaasProperties.Identity.Issuer.EMBEDDED
                && properties.roles().containsAll(ROLES)
                && !properties.proxies().proxyProtocol().contains(GpuaasProperties.Listener.SERVER);
    }

    /** The tenant is created in the past already. */
    @Override
    public void found() {
        if (!(clock instanceof DemoClock past) || !isWanted()) {
            return;
        }
        try {
            marker.begin();
            begun = true;
            rounds.pause();
            past.goBackTo(PastPlan.beginning(past.instant()));
            for (String partitions : List.of("ledger.partitions", "billing.partitions", "audit.partitions")) {
                rounds.runNow(partitions);
            }
        } catch (Exception e) {
            throw new IllegalStateException("the demo's past could not begin", e);
        }
    }

    @Override
    public void seed(Cast created) {
        cast = created;
    }

    @Override
    public void run(ApplicationArguments arguments) throws Exception {
        if (!(clock instanceof DemoClock past)) {
            return;
        }
        if (!begun) {
            rounds.resume();
            return;
        }
        if (cast != null) {
            walk(past, cast);
        }
        past.returnToThePresent();
        rounds.resume();
        marker.end();
        StartPhase.announce("demo-past");
    }

    private void walk(DemoClock past, Cast people) throws Exception {
        long started = System.nanoTime();
        Instant until = past.present().plus(TOKENS_LAST);
        try (DemoApi.Person owner = api.as(tokens.issue(people.owner(), until));
                DemoApi.Person member = api.as(tokens.issue(people.member(), until));
                DemoApi.Person operator = api.as(tokens.issue(people.operator(), until))) {
            new Walk(past, people, owner, member, operator).walk();
        }
        log.atInfo()
                .addKeyValue("took", Duration.ofNanos(System.nanoTime() - started))
                .log("wrote the demo's past");
    }

    /** One walk from the beginning to the present. */
    private final class Walk {

        private final DemoClock past;
        private final Cast people;
        private final DemoApi.Person owner;
        private final DemoApi.Person member;
        private final DemoApi.Person operator;
        private final Map<Team, String> projects = new EnumMap<>(Team.class);
        private final List<Held> held = new ArrayList<>();

        /** An allocation that is active. */
        private record Held(Use use, String path) {}

        Walk(DemoClock past, Cast people, DemoApi.Person owner, DemoApi.Person member, DemoApi.Person operator) {
            this.past = past;
            this.people = people;
            this.owner = owner;
            this.member = member;
            this.operator = operator;
        }

        void walk() throws Exception {
            Instant now = past.present();
            found();
            List<NodeId> joined = HOSTS.stream().map(hosts::join).toList();
            for (Use use : PastPlan.uses(now)) {
                releaseUntil(use.starts());
                advance(use.starts());
                begin(use);
            }
            releaseUntil(now);
            advance(now);
            limitBudget();
            charge();
            for (NodeId host : joined) {
                operator.post("/nodes/" + host + "/retire", Map.of("reason", "replaced by newer hosts"));
            }
            handleEvents();
            furnishing.want(people, project(Team.RESEARCH));
        }

        private void found() throws Exception {
            projects.put(Team.PLAYGROUND, people.playground().toString());
            projects.put(Team.TRAINING, create("training", "Model training"));
            projects.put(Team.RESEARCH, create("research", "Research"));
            // More than the nodes have, so that one project can fill them and wait in the queue.
            operator.put("/tenants/" + people.tenant() + "/policies/quota.gpus_max", Map.of("value", "32"));
        }

        private String create(String slug, String name) throws Exception {
            return owner.post("/tenants/" + people.tenant() + "/projects", Map.of("slug", slug, "name", name))
                    .path("id")
                    .asString();
        }

        private String project(Team team) {
            return Objects.requireNonNull(projects.get(team));
        }

        private DemoApi.Person worker(Use use) {
            // The member stays in one project, so that the command line does not ask which one is meant.
            return use.team() == Team.PLAYGROUND ? member : owner;
        }

        private void begin(Use use) throws Exception {
            String base = "/projects/" + project(use.team()) + "/allocations";
            String id = worker(use)
                    .post(
                            base,
                            Map.of(
                                    "sku",
                                    SKU,
                                    "count",
                                    use.gpus(),
                                    "name",
                                    use.name(),
                                    "labels",
                                    Map.of("run", use.name().replaceFirst("-.*", ""))))
                    .path("id")
                    .asString();
            Held begun = new Held(use, base + "/" + id);
            await(begun, "active");
            held.add(begun);
        }

        private void releaseUntil(Instant moment) throws Exception {
            List<Held> ending = held.stream()
                    .filter(one -> !one.use().ends().isAfter(moment))
                    .sorted(Comparator.comparing(one -> one.use().ends()))
                    .toList();
            for (Held one : ending) {
                advance(one.use().ends());
                worker(one.use()).post(one.path() + "/release", Map.of());
                await(one, "released");
                held.remove(one);
            }
        }

        private void await(Held one, String state) throws Exception {
            awaitUntil(one.use().name() + " is " + state, () -> {
                hosts.work();
                return worker(one.use())
                        .get(one.path())
                        .path("state")
                        .asString()
                        .equals(state);
            });
        }

        /** In steps, as long as anything is used; what is handled meanwhile is dated to the step. */
        private void advance(Instant moment) throws Exception {
            handleEvents();
            while (!held.isEmpty() && past.instant().plus(STEP).isBefore(moment)) {
                past.goTo(past.instant().plus(STEP));
                charge();
            }
            past.goTo(moment);
            charge();
        }

        private void charge() throws Exception {
            rounds.runNow("billing.charge");
            rounds.runNow("audit.seals");
        }

        private void handleEvents() throws Exception {
            awaitUntil("events are handled", () -> {
                EventBacklog backlog = backlogs.overview().backlog();
                return backlog.outbox().count() == 0
                        && backlog.consumers().stream()
                                .allMatch(consumer -> consumer.waiting().count() == 0);
            });
        }

        private void limitBudget() throws Exception {
            String path = "/projects/" + project(Team.RESEARCH) + "/budget";
            Map<String, Object> wide = budget(1_000L * 100 * CENT);
            owner.put(path, wide);
            long spent = owner.get(path).path("spent_nanos").asLong();
            if (spent > 0) {
                owner.put(path, budget((long) (spent / SPENT_OF_BUDGET) / CENT * CENT));
            }
        }

        private Map<String, Object> budget(long nanos) {
            String currency = policies.effective(PaymentPolicies.CURRENCY, people.tenant(), null);
            return Map.of("monthly", Map.of("nanos", nanos, "currency", currency), "action", "alert");
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void awaitUntil(String what, Condition condition) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > end) {
                throw new IOException("the demo's past waited in vain until " + what);
            }
            Thread.sleep(LOOK);
        }
    }
}
