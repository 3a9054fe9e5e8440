package io.gpuaas.controlplane.events;

import io.gpuaas.api.DeadLetter;
import io.gpuaas.api.DeadLetterPage;
import io.gpuaas.api.DeadLetterState;
import io.gpuaas.api.DiscardDeadLetter;
import io.gpuaas.api.EventBacklog;
import io.gpuaas.api.EventsApi;
import io.gpuaas.controlplane.events.DeadLetterStore.Stuck;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.DomainEvent;
import io.gpuaas.kernel.DeadLetterId;
import io.gpuaas.kernel.ErrorCode;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class EventsHandler implements EventsApi {

    private static final String LISTING = "dead-letters";

    private final DeadLetterStore store;
    private final EnvelopeJson json;
    private final Backlogs backlogs;

    EventsHandler(DeadLetterStore store, EnvelopeJson json, Backlogs backlogs) {
        this.store = store;
        this.json = json;
        this.backlogs = backlogs;
    }

    @Override
    public EventBacklog getEventBacklog() {
        return backlogs.now();
    }

    @Override
    public DeadLetterPage listDeadLetters(
            Integer limit, @Nullable String cursor, @Nullable String stage, @Nullable String aggregateId) {
        List<Stuck> rows =
                store.list(stage, aggregateId, PageCursor.decode(LISTING, cursor, UUID::fromString), limit + 1);
        return new DeadLetterPage(
                PageCursor.page(rows, limit).stream()
                        .map(stuck -> view(stuck, null))
                        .toList(),
                PageCursor.next(LISTING, rows, limit, Stuck::id));
    }

    @Override
    public DeadLetter getDeadLetter(DeadLetterId id) {
        Stuck stuck = require(id);
        return view(stuck, stuck.event().envelope());
    }

    @Override
    public DeadLetter replayDeadLetter(DeadLetterId id) {
        require(id);
        if (!store.replay(id)) {
            throw notFirst();
        }
        return getDeadLetter(id);
    }

    @Override
    public DeadLetter discardDeadLetter(DeadLetterId id, DiscardDeadLetter command) {
        if (!store.discard(require(id), command.reason())) {
            throw notFirst();
        }
        return getDeadLetter(id);
    }

    private Stuck require(DeadLetterId id) {
        return store.find(id).orElseThrow(() -> ProblemException.notFound("dead letter"));
    }

    private static ProblemException notFirst() {
        return ProblemException.of(
                ErrorCode.DEAD_LETTER_NOT_FIRST,
                "The event is blocked by an earlier one of its aggregate, or was already discarded.");
    }

    private DeadLetter view(Stuck stuck, @Nullable String payload) {
        DomainEvent.Aggregate aggregate =
                DomainEvent.Aggregate.parse(stuck.event().aggregate());
        return new DeadLetter(
                stuck.id(),
                stuck.stage(),
                stuck.event().id(),
                stuck.event().type(),
                aggregate.type(),
                aggregate.id(),
                stuck.event().sequence(),
                DeadLetterState.fromWire(stuck.state()),
                stuck.attempts(),
                stuck.error(),
                stuck.deadSince(),
                stuck.nextAttemptAt(),
                json.correlationId(stuck.event()),
                payload);
    }
}
