package io.gpuaas.cli.allocations;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.LiveEvents;
import io.gpuaas.cli.output.Output;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.output.TelemetryPage;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationBatch;
import io.gpuaas.sdk.AllocationEvent;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.AllocationTelemetry;
import io.gpuaas.sdk.AllocationsApi;
import io.gpuaas.sdk.AllocationsApi.GetAllocationTelemetryFilter;
import io.gpuaas.sdk.AllocationsApi.ListAllocationsFilter;
import io.gpuaas.sdk.AllocationsApi.StreamAllocationEventsFilter;
import io.gpuaas.sdk.CreateAllocationBatch;
import io.gpuaas.sdk.ExtendAllocation;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.SetAllocationDefaults;
import io.gpuaas.sdk.UpdateAllocation;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "allocations",
        description = "Create, inspect and release allocations.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas allocations create --sku h100-sxm-slice --count 2 --wait",
            "  gpuaas allocations create-batch --sku h100-sxm-slice --count 4 --members 3",
            "  gpuaas allocations estimate --sku h100-sxm-slice --count 2",
            "  gpuaas allocations list --state active --label team=vision",
            "  gpuaas allocations show 0198c0de-0000-7000-8000-000000000009",
            "  gpuaas allocations logs 0198c0de-0000-7000-8000-000000000009 --follow",
            "  gpuaas allocations metrics 0198c0de-0000-7000-8000-000000000009 --minutes 60",
            "  gpuaas allocations timeline 0198c0de-0000-7000-8000-000000000009",
            "  gpuaas allocations clone-request 0198c0de-0000-7000-8000-000000000009",
            "  gpuaas allocations update 0198c0de-0000-7000-8000-000000000009 --name training",
            "  gpuaas allocations update training --max-hours 8 --idle-minutes 30",
            "  gpuaas allocations extend 0198c0de-0000-7000-8000-000000000009 --hours 4",
            "  gpuaas allocations snooze training",
            "  gpuaas allocations defaults",
            "  gpuaas allocations set-defaults --max-hours 24 --idle-minutes 60",
            "  gpuaas allocations protect 0198c0de-0000-7000-8000-000000000009",
            "  gpuaas allocations unprotect 0198c0de-0000-7000-8000-000000000009",
            "  gpuaas allocations release 0198c0de-0000-7000-8000-000000000009 --wait",
            "  gpuaas allocations release training --wait",
            "  gpuaas allocations retry-release 0198c0de-0000-7000-8000-000000000009",
            "  gpuaas allocations watch",
        })
final class AllocationsCommand {

    static final String[] COLUMNS = {"id", "name", "sku", "count", "state", "phase", "state_since", "created_at"};

    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final Session session;

    AllocationsCommand(Session session) {
        this.session = session;
    }

    private AllocationsApi api() {
        return session.connect().allocations();
    }

    @Command(mixinStandardHelpOptions = true, description = "Create an allocation.")
    int create(@Mixin TheProject in, @Mixin AllocationWish wish, @Mixin AllocationPatience patience, @Mixin Once once) {
        ProjectId project = in.choose(session.connect());
        AllocationsApi api = api();
        Allocation created = api.createAllocation(project, wish.body(patience.inQueue), once.key());
        if (!patience.untilActive) {
            session.output().one(created);
            return 0;
        }
        return await(api, created, AllocationState.ACTIVE, patience.most());
    }

    /** Waits, prints the allocation and fails unless it reached the wanted state. */
    private int await(AllocationsApi api, Allocation begun, AllocationState wanted, Duration patience) {
        Allocation ended = new AllocationWait(session, api, begun).until(wanted, patience);
        page(api, ended);
        return ended.state() == wanted ? 0 : ExitCode.REFUSED;
    }

    private void page(AllocationsApi api, Allocation allocation) {
        session.output()
                .page(
                        allocation,
                        () -> AllocationPage.of(
                                allocation,
                                nodeName(allocation),
                                new AllocationNews(api, allocation.projectId(), allocation.id()).all(),
                                session.surroundings().clock().instant()));
    }

    /** Returns null for callers who may not read nodes; they see the node's id instead. */
    private @Nullable String nodeName(Allocation allocation) {
        if (allocation.lease() == null) {
            return null;
        }
        try {
            return session.connect()
                    .nodes()
                    .getNode(allocation.lease().nodeId())
                    .name();
        } catch (GpuaasException refusal) {
            if (refusal.status() == FORBIDDEN || refusal.status() == NOT_FOUND) {
                return null;
            }
            throw refusal;
        }
    }

    @Command(
            name = "create-batch",
            mixinStandardHelpOptions = true,
            description = {
                "Create several identical allocations; either all of them are placed or none.",
                "With --name x they are called x-1, x-2 and so on."
            })
    void createBatch(
            @Mixin TheProject in,
            @Mixin AllocationWish wish,
            @Option(names = "--members", required = true, paramLabel = "N", description = "Number of allocations.")
                    int members,
            @Mixin Once once) {
        CreateAllocationBatch batch = new CreateAllocationBatch(IntStream.rangeClosed(1, members)
                .mapToObj(number -> wish.member(number))
                .toList());
        AllocationBatch created = api().createAllocationBatch(in.choose(session.connect()), batch, once.key());
        session.output().answer(created, created.items(), COLUMNS);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Show what an allocation would cost and whether capacity is available now.")
    void estimate(
            @Mixin TheProject in,
            @Option(
                            names = "--sku",
                            required = true,
                            paramLabel = "SKU",
                            description = "SKU to estimate; see gpuaas skus list.")
                    String sku,
            @Option(names = "--count", required = true, paramLabel = "N", description = "Number of units.") int count) {
        session.output().one(api().estimateAllocation(in.choose(session.connect()), sku, count));
    }

    @Command(mixinStandardHelpOptions = true, description = "List a project's allocations, newest first.")
    void list(
            @Mixin TheProject in,
            @Option(names = "--state", paramLabel = "STATE", description = "Filter by state, for example active.")
                    @Nullable String state,
            @Option(names = "--label", paramLabel = "KEY[=VALUE]", description = "Filter by label.") @Nullable String label,
            @Option(names = "--sku", paramLabel = "SKU", description = "Filter by SKU.") @Nullable String sku,
            @Option(names = "--search", paramLabel = "TEXT", description = "Filter by name or id prefix.") @Nullable String search,
            @Mixin Paging paging) {
        ListAllocationsFilter filter = ListAllocationsFilter.none();
        filter = state == null
                ? filter
                : filter.state(Words.choose(AllocationState.values(), AllocationState::wire, state));
        filter = label == null ? filter : filter.label(label);
        filter = search == null ? filter : filter.search(search);
        ListAllocationsFilter chosen = sku == null ? filter : filter.sku(sku);
        ProjectId project = in.choose(session.connect());
        AllocationsApi api = api();
        Instant now = session.surroundings().clock().instant();
        paging.print(session.output(), page -> api.listAllocations(project, chosen, page), listed(now));
    }

    private static Table<Allocation> listed(Instant now) {
        return Table.<Allocation>of("id", Allocation::id)
                .and("name", Allocation::name)
                .and("sku", Allocation::sku)
                .and("count", Allocation::count)
                .and("state", one -> one.state().wire())
                .and("phase", one -> one.phase() == null ? null : one.phase().wire())
                .and("state_since", Allocation::stateSince)
                .and("created_at", Allocation::createdAt)
                .and("ends_in", one -> AllocationPage.endsIn(one, now));
    }

    @Command(mixinStandardHelpOptions = true, description = "Show an allocation, with its SSH command and timeline.")
    void show(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id) {
        ProjectId project = in.choose(session.connect());
        AllocationsApi api = api();
        page(api, api.getAllocation(project, id));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Print an allocation's events, one per line; with --follow, keep printing new ones.")
    void logs(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Option(
                            names = {"-f", "--follow"},
                            description = "Keep printing new events until the allocation ends or Ctrl-C.")
                    boolean follow) {
        ProjectId project = in.choose(session.connect());
        AllocationsApi api = api();
        AllocationNews news = new AllocationNews(api, project, id);
        Output output = session.output();
        boolean more;
        do {
            // Read the state before the events, so that the last events are not missed.
            more = follow
                    && !AllocationPage.ENDED.contains(
                            api.getAllocation(project, id).state());
            news.tell(event -> output.event(event, () -> AllocationNews.line(event)));
            if (more) {
                AllocationWait.pause();
            }
        } while (more);
    }

    @Command(mixinStandardHelpOptions = true, description = "List all events of an allocation.")
    void timeline(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Mixin Paging paging) {
        ProjectId project = in.choose(session.connect());
        AllocationsApi api = api();
        paging.print(
                session.output(),
                page -> api.listAllocationTimeline(project, id, page),
                "sequence",
                "at",
                "kind",
                "state",
                "phase",
                "message");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Show GPU utilization, memory, temperature and power while the allocation held its GPUs.")
    void metrics(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Option(
                            names = "--minutes",
                            paramLabel = "N",
                            defaultValue = "15",
                            description = "Length of the period, ending now (default: 15).")
                    int minutes,
            @Option(names = "--step", paramLabel = "SECONDS", description = "Seconds per data point.") @Nullable Integer step) {
        Instant now = session.surroundings().clock().instant();
        GetAllocationTelemetryFilter filter = GetAllocationTelemetryFilter.none()
                .from(now.minus(Duration.ofMinutes(minutes)))
                .to(now);
        AllocationTelemetry telemetry = api().getAllocationTelemetry(
                        in.choose(session.connect()), id, step == null ? filter : filter.stepSeconds(step));
        session.output().page(telemetry, () -> TelemetryPage.of(telemetry));
    }

    @Command(
            name = "clone-request",
            mixinStandardHelpOptions = true,
            description = "Print the request that would create an identical allocation.")
    void cloneRequest(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id) {
        session.output().one(api().getAllocationCloneRequest(in.choose(session.connect()), id));
    }

    @Command(mixinStandardHelpOptions = true, description = "Change an allocation's name, labels or limits.")
    void update(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Option(names = "--name", paramLabel = "NAME", description = "Display name.") @Nullable String name,
            @Option(
                            names = "--label",
                            paramLabel = "KEY=VALUE",
                            description = "Label to set; repeatable. Replaces all existing labels.")
                    @Nullable Map<String, String> labels,
            @Option(
                            names = "--max-hours",
                            paramLabel = "N",
                            description =
                                    "Release the allocation this many hours from now or, before it is active, after it"
                                            + " becomes active; 0 removes the time limit.")
                    @Nullable Integer maxHours,
            @Option(
                            names = "--idle-minutes",
                            paramLabel = "N",
                            description =
                                    "Release the allocation once all its GPUs have been idle for this many minutes;"
                                            + " 0 removes the limit.")
                    @Nullable Integer idleMinutes,
            @Mixin Once once) {
        UpdateAllocation change = new UpdateAllocation(
                name,
                labels,
                maxHours == null ? null : Duration.ofHours(maxHours).toSeconds(),
                idleMinutes == null ? null : Duration.ofMinutes(idleMinutes).toSeconds());
        session.output().one(api().updateAllocation(in.choose(session.connect()), id, change, once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Postpone the automatic release of an allocation that ends soon or is idle.")
    void snooze(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Mixin Once once) {
        ProjectId project = in.choose(session.connect());
        AllocationsApi api = api();
        page(api, api.snoozeAllocation(project, id, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Show the limits of new allocations that name none.")
    void defaults(@Mixin TheProject in) {
        session.output().one(api().getAllocationDefaults(in.choose(session.connect())));
    }

    @Command(
            name = "set-defaults",
            mixinStandardHelpOptions = true,
            description = {
                "Set the limits of new allocations that name none.",
                "A limit that is left out is removed. Existing allocations keep their limits."
            })
    void setDefaults(
            @Mixin TheProject in,
            @Option(names = "--max-hours", paramLabel = "N", description = "Hours until they are released.") @Nullable Integer maxHours,
            @Option(
                            names = "--idle-minutes",
                            paramLabel = "N",
                            description = "Minutes that all their GPUs may be idle.")
                    @Nullable Integer idleMinutes,
            @Mixin Once once) {
        SetAllocationDefaults defaults = new SetAllocationDefaults(
                maxHours == null ? null : Duration.ofHours(maxHours).toSeconds(),
                idleMinutes == null ? null : Duration.ofMinutes(idleMinutes).toSeconds());
        session.output().one(api().setAllocationDefaults(in.choose(session.connect()), defaults, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Extend an allocation that has a time limit.")
    void extend(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Option(names = "--hours", required = true, paramLabel = "N", description = "Number of hours to add.")
                    int hours,
            @Mixin Once once) {
        ExtendAllocation by = new ExtendAllocation(Duration.ofHours(hours).toSeconds());
        session.output().one(api().extendAllocation(in.choose(session.connect()), id, by, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Protect an allocation from being released by mistake.")
    void protect(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Mixin Once once) {
        session.output().one(api().protectAllocation(in.choose(session.connect()), id, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Remove the protection of an allocation.")
    void unprotect(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Mixin Once once) {
        session.output().one(api().unprotectAllocation(in.choose(session.connect()), id, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Release an allocation.")
    int release(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Option(names = "--wait", description = "Wait until the allocation is released, showing progress.")
                    boolean wait,
            @Option(
                            names = "--timeout",
                            paramLabel = "SECONDS",
                            defaultValue = "600",
                            description = "Give up waiting after this many seconds (default: 600).")
                    int seconds,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Release allocation " + id + "? All data on it will be lost.");
        ProjectId project = in.choose(session.connect());
        AllocationsApi api = api();
        Allocation releasing = api.releaseAllocation(project, id, once.key());
        if (!wait) {
            session.output().one(releasing);
            return 0;
        }
        return await(api, releasing, AllocationState.RELEASED, Duration.ofSeconds(seconds));
    }

    @Command(name = "retry-release", mixinStandardHelpOptions = true, description = "Retry a failed release.")
    void retryRelease(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Mixin Once once) {
        session.output().one(api().retryAllocationRelease(in.choose(session.connect()), id, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Stream events of a project's allocations until Ctrl-C.")
    void watch(
            @Mixin TheProject in,
            @Option(names = "--after", paramLabel = "POSITION", description = "Resume after this position.") @Nullable String after) {
        ProjectId project = in.choose(session.connect());
        StreamAllocationEventsFilter none = StreamAllocationEventsFilter.none();
        new LiveEvents<>(AllocationEvent.class, AllocationNews::lineOfOne, session.output())
                .follow(after, from -> api().streamAllocationEvents(project, from == null ? none : none.after(from)));
    }
}
