package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.api.CreateAllocation;
import io.gpuaas.controlplane.allocations.AllocationRecord.Bought;
import io.gpuaas.controlplane.allocations.AllocationRecord.Facts;
import io.gpuaas.controlplane.allocations.AllocationRecord.Keys;
import io.gpuaas.controlplane.allocations.AllocationRecord.Limits;
import io.gpuaas.controlplane.allocations.AllocationRecord.Machine;
import io.gpuaas.controlplane.allocations.AllocationRecord.Origin;
import io.gpuaas.controlplane.allocations.AllocationRecord.Place;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reach;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.allocations.AllocationRecord.Step;
import io.gpuaas.controlplane.allocations.AllocationRecord.Wish;
import io.gpuaas.controlplane.inventory.Capacity;
import io.gpuaas.controlplane.inventory.PlacementDecision;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Price;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.OncePerTransaction;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Decides whether a request is admitted, and takes the capacity for it: cheap checks first, the lock late. */
@Component
class RequestAdmission {

    private final Offerings offerings;
    private final Capacity capacity;
    private final Quotas quotas;
    private final AllocationQueue queue;
    private final PromisedCapacity promisedCapacity;
    private final Rebuilding rebuilding;
    private final ProjectLimits limits;
    private final AllocationStore store;
    private final IdSource ids;

    RequestAdmission(
            Offerings offerings,
            Capacity capacity,
            Quotas quotas,
            AllocationQueue queue,
            PromisedCapacity promisedCapacity,
            Rebuilding rebuilding,
            ProjectLimits limits,
            AllocationStore store,
            IdSource ids) {
        this.offerings = offerings;
        this.capacity = capacity;
        this.quotas = quotas;
        this.queue = queue;
        this.promisedCapacity = promisedCapacity;
        this.rebuilding = rebuilding;
        this.limits = limits;
        this.store = store;
        this.ids = ids;
    }

    /** In the caller's transaction: what was taken for some is given back when another is refused. */
    List<AllocationRecord> admit(List<CreateAllocation> members, Instant now) {
        requirePlacedAtOnce(members);
        Call call = Call.current();
        TenantId tenant = Objects.requireNonNull(call.tenantId());
        ProjectId project = Objects.requireNonNull(call.projectId());
        List<AllocationRecord> wanted = new ArrayList<>();
        List<Sku> skus = new ArrayList<>();
        Iterator<Integer> uids = store.nextUids(members.size()).iterator();
        for (CreateAllocation member : members) {
            Sku sku = OncePerTransaction.get(
                    new Sold(tenant, member.sku()), () -> offerings.requireVisible(tenant, member.sku()));
            offerings.requireCount(sku, member.count());
            requireImage(sku, member.image());
            rebuilding.require(sku);
            quotas.requireSize(tenant, project, sku.gpus(member.count()));
            skus.add(sku);
            Limits chosen = OncePerTransaction.get(
                    new Asked(project, limits(member)), () -> limits.choose(limits(member), tenant, project));
            AllocationRecord one = wanted(call, sku, member, uids.next(), now);
            wanted.add(one.with(one.wish().limited(chosen)));
        }
        int gpus = wanted.stream().mapToInt(one -> one.wish().gpus()).sum();
        quotas.require(tenant, project, wanted.size(), gpus);
        return place(wanted, skus);
    }

    /** Places a reservation past the queue and past other reservations, until its window is over. */
    AllocationRecord admitReserved(CreateAllocation command, Instant ends, Instant now) {
        Call call = Call.current();
        TenantId tenant = Objects.requireNonNull(call.tenantId());
        Sku sku = offerings.find(command.sku()).orElseThrow(AllocationErrors::noSuchAllocation);
        // It may have been changed since the promise was made.
        offerings.requireCount(sku, command.count());
        rebuilding.require(sku);
        AllocationRecord wanted =
                wanted(call, sku, command, store.nextUids(1).getFirst(), now).with(Facts.NONE.expiring(ends));
        quotas.require(
                tenant,
                Objects.requireNonNull(call.projectId()),
                1,
                wanted.wish().gpus());
        promisedCapacity.lockTakers(sku);
        return taken(wanted, sku, capacity.reserveWithCare(request(wanted, sku), Set.of()));
    }

    /**
     * Confirms the quotas in the transaction that creates the allocations, so that no concurrent request exceeds them.
     */
    void confirm(List<AllocationRecord> created) {
        AllocationRecord one = created.getFirst();
        int gpus = created.stream().mapToInt(each -> each.wish().gpus()).sum();
        quotas.confirmAtTheEnd(one.tenant(), one.project(), created.size(), gpus);
    }

    /** The offer shared by members of a batch, looked up once. */
    private record Sold(TenantId tenant, String sku) {}

    private record Asked(ProjectId project, Limits limits) {}

    private static Limits limits(CreateAllocation member) {
        Long time = member.maxDurationSeconds();
        Long idle = member.idleReleaseSeconds();
        return new Limits(
                time == null ? null : Duration.ofSeconds(time), idle == null ? null : Duration.ofSeconds(idle));
    }

    private record Priced(TenantId tenant, String sku, Instant at) {}

    /** The queue serves requests one by one, never several at once. */
    private static void requirePlacedAtOnce(List<CreateAllocation> members) {
        for (int i = 0; members.size() > 1 && i < members.size(); i++) {
            if (Boolean.TRUE.equals(members.get(i).queue())) {
                throw ProblemException.invalid(
                        "/members/" + i + "/queue",
                        "cannot be true in a batch, because a batch is placed at once or not at all");
            }
        }
    }

    private static void requireImage(Sku sku, @Nullable String image) {
        if (image != null && !sku.setup().images().contains(image)) {
            throw ProblemException.invalid(
                    "/image",
                    "must be one of the images of " + sku.name() + ": "
                            + String.join(", ", sku.setup().images()));
        }
    }

    private AllocationRecord wanted(Call call, Sku sku, CreateAllocation member, int uid, Instant now) {
        AllocationId id = new AllocationId(ids.next());
        TenantId tenant = Objects.requireNonNull(call.tenantId());
        String name = member.name();
        Money hourlyCost = OncePerTransaction.get(
                        new Priced(tenant, sku.name(), now), () -> offerings.findPrice(sku.name(), tenant, now))
                .map((Price price) -> price.hourly(sku, member.count()))
                .orElse(null);
        Wish wish = new Wish(
                new Bought(
                        sku.name(),
                        member.count(),
                        sku.gpus(member.count()),
                        sku.setup().isolation(),
                        machine(sku, member),
                        hourlyCost),
                name == null ? sku.name() : name.strip(),
                Labels.require(member.labels()),
                member.image(),
                limits(member),
                Boolean.TRUE.equals(member.queue()),
                Boolean.TRUE.equals(member._protected()),
                new Origin(now, call.caller().id(), call.correlationId()));
        return new AllocationRecord(
                id,
                tenant,
                Objects.requireNonNull(call.projectId()),
                0,
                wish,
                AllocationStateMachine.begin(AllocationState.REQUESTED, now, null),
                Step.NONE,
                new Place(null, LoginNames.of(id), uid, false, Reach.UNKNOWN, Keys.NONE),
                Facts.NONE);
    }

    private static Machine machine(Sku sku, CreateAllocation member) {
        String image = member.image();
        if (image == null && !sku.setup().images().isEmpty()) {
            image = sku.setup().images().getFirst();
        }
        return new Machine(
                sku.shape(),
                sku.lots().unit().vcpus() * member.count(),
                sku.lots().unit().memoryBytes() * member.count(),
                image);
    }

    /** A SKU without queue or reservations in the way; none can be made until the transaction ends. */
    private record OpenTo(String sku, @Nullable Duration limit) {}

    /**
     * Members that nothing stands in the way of are placed together; each of the others is tried by itself before the
     * next. GPU models are handled in a fixed order, because each may be locked until the end.
     */
    private List<AllocationRecord> place(List<AllocationRecord> wanted, List<Sku> skus) {
        Set<OpenTo> open = new HashSet<>();
        Map<AllocationId, Capacity.Request> together = new LinkedHashMap<>();
        Map<AllocationId, AllocationRecord> placed = new HashMap<>();
        for (int i : byGpuModel(skus)) {
            AllocationRecord one = wanted.get(i);
            Sku sku = skus.get(i);
            switch (room(one, sku, open)) {
                case Headroom.Open all -> together.put(one.id(), request(one, sku));
                case Headroom.Beside beside ->
                    placed.put(one.id(), taken(one, sku, capacity.reserveWithCare(request(one, sku), beside.kept())));
                case Headroom.Claimed claimed -> placed.put(one.id(), waiting(one, sku, claimed.sentence()));
            }
        }
        Map<AllocationId, PlacementDecision> decided = decide(together);
        List<AllocationRecord> all = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            AllocationRecord one = wanted.get(i);
            PlacementDecision decision = decided.get(one.id());
            all.add(
                    decision == null
                            ? Objects.requireNonNull(placed.get(one.id()))
                            : taken(one, skus.get(i), decision));
        }
        return all;
    }

    private static List<Integer> byGpuModel(List<Sku> skus) {
        return IntStream.range(0, skus.size())
                .boxed()
                .sorted(Comparator.comparing(i -> skus.get(i).gpuModel()))
                .toList();
    }

    private Map<AllocationId, PlacementDecision> decide(Map<AllocationId, Capacity.Request> together) {
        Iterator<PlacementDecision> decisions =
                capacity.reserveAll(List.copyOf(together.values())).iterator();
        Map<AllocationId, PlacementDecision> decided = new HashMap<>();
        together.keySet().forEach(id -> decided.put(id, decisions.next()));
        return decided;
    }

    private Headroom room(AllocationRecord wanted, Sku sku, Set<OpenTo> open) {
        AllocationRecord.Wish wish = wanted.wish();
        OpenTo to = new OpenTo(sku.name(), wish.maxDuration());
        if (open.contains(to)) {
            return new Headroom.Open();
        }
        if (queue.isWaitedFor(sku)) {
            return Headroom.othersWait(sku);
        }
        Headroom room = promisedCapacity.look(
                wanted.id().value(), sku, wish.count(), wish.origin().createdAt(), wish.maxDuration());
        if (room instanceof Headroom.Open) {
            open.add(to);
        }
        return room;
    }

    private static Capacity.Request request(AllocationRecord wanted, Sku sku) {
        return new Capacity.Request(
                wanted.id(),
                wanted.tenant(),
                wanted.project(),
                sku,
                wanted.wish().count());
    }

    private AllocationRecord taken(AllocationRecord wanted, Sku sku, PlacementDecision decision) {
        return switch (decision) {
            case PlacementDecision.Taken taken -> wanted.with(wanted.place().on(nodeOf(taken)));
            case PlacementDecision.Refused refused -> waiting(wanted, sku, refused.sentence());
        };
    }

    private static NodeId nodeOf(PlacementDecision.Taken taken) {
        return taken.lease().node();
    }

    private AllocationRecord waiting(AllocationRecord wanted, Sku sku, String why) {
        if (!wanted.wish().queue()) {
            throw AllocationErrors.noCapacity(why);
        }
        if (!capacity.couldHold(sku, wanted.wish().count())) {
            throw AllocationErrors.hopeless(sku.name(), wanted.wish().count());
        }
        return wanted.with(AllocationStateMachine.begin(
                AllocationState.QUEUED, wanted.wish().origin().createdAt(), new Reason("capacity_short", why)));
    }
}
