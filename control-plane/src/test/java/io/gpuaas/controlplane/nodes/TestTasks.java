package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.util.Map;
import java.util.Objects;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes tasks as another domain does: in a transaction of a call. */
record TestTasks(TestControlPlane plane) {

    TaskId add(NodeId node, String type, Map<String, ?> payload, NodeTasks.Options options) {
        return Call.system("test", new CorrelationId("test-tasks"))
                .run(() -> Objects.requireNonNull(plane.bean(TransactionTemplate.class)
                        .execute(status -> plane.bean(NodeTasks.class).add(node, type, payload, options))));
    }

    TaskId discover(NodeId node) {
        return add(node, "topology.discover", Map.of(), NodeTasks.Options.DEFAULT);
    }

    NodeTasks.Task find(TaskId id) {
        return plane.bean(NodeTasks.class).find(id).orElseThrow();
    }

    TaskState state(TaskId id) {
        return find(id).state();
    }

    void cancel(TaskId id) {
        Call.system("test", new CorrelationId("test-tasks")).run(() -> {
            plane.bean(NodeTasks.class).cancel(id);
            return id;
        });
    }
}
