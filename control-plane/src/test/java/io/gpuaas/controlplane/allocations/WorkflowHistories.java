package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.AllocationId;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import java.util.List;

/** Reads the history of an allocation's workflow from Temporal. */
final class WorkflowHistories {

    private WorkflowHistories() {}

    static void requireCompletedByTheEndOfATask(TestControlPlane plane, WorkflowClient client) {
        AllocationWorld world = new AllocationWorld(plane);
        world.node(1);
        AllocationId id = world.create(1);
        AllocationWorld.await(() -> plane.database()
                        .count("SELECT count(*) FROM allocations.waiting_token WHERE allocation_id = '" + id + "'")
                == 1);
        world.bring(id, "active");
        AllocationWorld.await(() -> completed(client, id) > 0);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM allocations.waiting_token WHERE allocation_id = '" + id + "'"))
                .isZero();
    }

    private static long completed(WorkflowClient client, AllocationId id) {
        List<HistoryEvent> events =
                client.fetchHistory("allocation-" + id).getHistory().getEventsList();
        return events.stream()
                .filter(event -> event.getEventType() == EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED)
                .map(event -> event.getActivityTaskCompletedEventAttributes().getScheduledEventId())
                .filter(scheduled -> events.get((int) (scheduled - 1))
                        .getActivityTaskScheduledEventAttributes()
                        .getActivityType()
                        .getName()
                        .equals("UntilTaskEnds"))
                .count();
    }
}
