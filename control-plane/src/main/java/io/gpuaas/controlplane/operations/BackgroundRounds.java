package io.gpuaas.controlplane.operations;

import io.gpuaas.api.BackgroundRound;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.RoundStatus;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.IdSource;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Lists the background rounds of all processes. Each process reports its own to a table that all of them read. */
@Component
class BackgroundRounds implements BackgroundWork {

    static final Duration REPORT_INTERVAL = Duration.ofSeconds(10);

    /** A round that is this much late is overdue, and a longer interval may be exceeded by its own length. */
    private static final Duration LATE_MAX = Duration.ofMinutes(2);

    private static final int SUFFIX_CHARS = 8;

    private final Rounds rounds;
    private final BackgroundRoundStore store;
    private final Clock clock;
    private final String process;

    BackgroundRounds(Rounds rounds, BackgroundRoundStore store, IdSource ids, Clock clock) {
        this.rounds = rounds;
        this.store = store;
        this.clock = clock;
        String id = ids.next().toString();
        this.process = hostName() + "-" + id.substring(id.length() - SUFFIX_CHARS);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // The suffix alone tells processes apart.
            return "unknown";
        }
    }

    @Override
    public void declare(Rounds all) {
        all.every(REPORT_INTERVAL, "operations.background-report", this::report);
    }

    void report() {
        store.write(process, rounds.list());
    }

    List<BackgroundRound> list() {
        Instant now = clock.instant();
        List<BackgroundRound> all = new ArrayList<>();
        store.listOthers(process).forEach(one -> all.add(show(one.process(), one.round(), now)));
        rounds.list().forEach(one -> all.add(show(process, one, now)));
        all.sort(Comparator.comparing(BackgroundRound::process).thenComparing(BackgroundRound::name));
        return all;
    }

    String process() {
        return process;
    }

    private static BackgroundRound show(String process, RoundStatus round, Instant now) {
        return new BackgroundRound(
                process,
                round.name(),
                name(round.role()),
                round.interval().toMillis(),
                round.running(),
                round.lastStartedAt(),
                round.lastDuration() == null ? null : round.lastDuration().toMillis(),
                round.lastFailedAt(),
                round.lastFailure(),
                round.runs(),
                round.failures(),
                isOverdue(round, now));
    }

    static boolean isOverdue(RoundStatus round, Instant now) {
        Duration late = round.interval().compareTo(LATE_MAX) > 0 ? round.interval() : LATE_MAX;
        return round.dueAt() != null && now.isAfter(round.dueAt().plus(late));
    }

    /** As it stands in the configuration. */
    private static @Nullable String name(@Nullable Role role) {
        return role == null ? null : role.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
