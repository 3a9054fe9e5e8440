package io.gpuaas.controlplane.events;

import io.gpuaas.events.PolicyChanged;
import io.gpuaas.events.ProjectCreated;
import io.gpuaas.events.TenantCreated;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A consumer that records handled events and fails on selected ones. */
class RecordingConsumer implements EventConsumer {

    final ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();
    final List<Predicate<Received>> failures = new CopyOnWriteArrayList<>();

    @Override
    public String name() {
        return "recording";
    }

    @Override
    public Set<String> types() {
        return Set.of(TenantCreated.TYPE, ProjectCreated.TYPE, PolicyChanged.TYPE);
    }

    @Override
    public void handle(Received event) {
        if (failures.stream().anyMatch(failure -> failure.test(event))) {
            throw new IllegalStateException("told to fail");
        }
        handled.add(event.aggregate().id() + "#" + event.sequence());
    }

    List<String> aggregateIds() {
        return handled.stream()
                .map(entry -> entry.substring(0, entry.indexOf('#')))
                .toList();
    }
}
