package io.gpuaas.controlplane.demo;

import io.gpuaas.controlplane.identity.AccessTokens;
import io.gpuaas.controlplane.identity.DemoContents.Cast;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.DemoClock;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.PrincipalId;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * Completes a new demo once its nodes have joined: one GPU is offered in MIG instances, and a project has a reservation
 * for tomorrow. A demo whose process ends before keeps its GPUs whole.
 */
@Component
class DemoFurnishing implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(DemoFurnishing.class);

    /** Those of the nodes that {@code up} starts. */
    private static final int GPUS = 16;

    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final Duration TOKEN_LIFETIME = Duration.ofMinutes(5);
    private static final int RESERVATION_STARTS_AT = 9;

    private final Clock clock;
    private final AccessTokens tokens;
    private final DemoApi api;
    private volatile @Nullable Wanted wanted;

    /** The people who act, and the project that reserves. */
    private record Wanted(Cast cast, String project) {}

    DemoFurnishing(Clock clock, AccessTokens tokens, DemoApi api) {
        this.clock = clock;
        this.tokens = tokens;
        this.api = api;
    }

    void want(Cast cast, String project) {
        wanted = new Wanted(cast, project);
    }

    @Override
    public void declare(Rounds rounds) {
        if (clock instanceof DemoClock) {
            rounds.every(LOOK, Role.API, "demo.furnish", this::furnish);
        }
    }

    private void furnish() throws IOException, InterruptedException {
        Wanted now = wanted;
        if (now == null) {
            return;
        }
        try (DemoApi.Person operator = person(now.cast().operator());
                DemoApi.Person owner = person(now.cast().owner())) {
            // A host that somebody added to the demo has GPUs that exist.
            Set<String> simulated = operator.get("/nodes?limit=100")
                    .path("items")
                    .valueStream()
                    .filter(node -> node.path("simulated").asBoolean(false))
                    .map(node -> node.path("id").asString())
                    .collect(Collectors.toSet());
            List<JsonNode> slots = operator.get("/slots?limit=100")
                    .path("items")
                    .valueStream()
                    .filter(slot -> slot.path("state").asString().equals("in_service"))
                    .filter(slot -> simulated.contains(slot.path("node_id").asString()))
                    .toList();
            if (slots.size() < GPUS) {
                return;
            }
            // Never twice, whatever fails.
            wanted = null;
            JsonNode last = slots.stream()
                    .filter(slot -> slot.path("leases").isEmpty())
                    .max(Comparator.comparing(
                                    (JsonNode slot) -> slot.path("node_name").asString())
                            .thenComparing(slot -> slot.path("pci_address").asString()))
                    .orElseThrow(() -> new IOException("no GPU of the demo is free"));
            operator.put(
                    "/nodes/" + last.path("node_id").asString() + "/slots/"
                            + last.path("gpu_uuid").asString() + "/mode",
                    Map.of("mode", "mig"));
            Instant starts = clock.instant()
                    .atZone(ZoneOffset.UTC)
                    .truncatedTo(ChronoUnit.DAYS)
                    .plusDays(1)
                    .plusHours(RESERVATION_STARTS_AT)
                    .toInstant();
            owner.post(
                    "/projects/" + now.project() + "/reservations",
                    Map.of(
                            "sku",
                            DemoPast.SKU,
                            "count",
                            2,
                            "name",
                            "weekly-evaluation",
                            "starts_at",
                            starts.toString(),
                            "ends_at",
                            starts.plus(Duration.ofHours(8)).toString()));
            log.info("completed the demo with a divided GPU and a reservation");
        }
    }

    private DemoApi.Person person(PrincipalId id) {
        return api.as(tokens.issue(id, clock.instant().plus(TOKEN_LIFETIME)));
    }
}
