// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Instant;
import java.util.Map;

/** The hosts of the fleet, for operators. */
public final class NodesApi {

    private final Transport transport;

    NodesApi(Transport transport) {
        this.transport = transport;
    }

    /** Cancel a task. */
    public NodeTask cancelNodeTask(NodeId nodeId, TaskId taskId) {
        return cancelNodeTask(nodeId, taskId, IdempotencyKey.random());
    }

    /** Cancel a task, under a key you chose: the same key again answers the same and does nothing more. */
    public NodeTask cancelNodeTask(NodeId nodeId, TaskId taskId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/{node_id}/tasks/{task_id}/cancel")
                .path("node_id", nodeId)
                .path("task_id", taskId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, NodeTask.class);
    }

    /** Collect a node's logs. */
    public NodeTask collectNodeLogs(NodeId nodeId, CollectNodeLogs collectNodeLogs) {
        return collectNodeLogs(nodeId, collectNodeLogs, IdempotencyKey.random());
    }

    /** Collect a node's logs, under a key you chose: the same key again answers the same and does nothing more. */
    public NodeTask collectNodeLogs(NodeId nodeId, CollectNodeLogs collectNodeLogs, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/{node_id}/logs")
                .path("node_id", nodeId)
                .idempotencyKey(idempotencyKey)
                .body(collectNodeLogs)
                .accept("application/json");
        return transport.send(call, NodeTask.class);
    }

    /** Cordon a node so that it receives no new work. */
    public Node cordonNode(NodeId nodeId, NodeReason nodeReason) {
        return cordonNode(nodeId, nodeReason, IdempotencyKey.random());
    }

    /** Cordon a node so that it receives no new work, under a key you chose: the same key again answers the same and does nothing more. */
    public Node cordonNode(NodeId nodeId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/{node_id}/cordon")
                .path("node_id", nodeId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Node.class);
    }

    /** Create join tokens. */
    public JoinTokenBatch createJoinTokens(CreateJoinTokens createJoinTokens) {
        return createJoinTokens(createJoinTokens, IdempotencyKey.random());
    }

    /** Create join tokens, under a key you chose: the same key again answers the same and does nothing more. */
    public JoinTokenBatch createJoinTokens(CreateJoinTokens createJoinTokens, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/join-tokens")
                .idempotencyKey(idempotencyKey)
                .body(createJoinTokens)
                .accept("application/json");
        return transport.send(call, JoinTokenBatch.class);
    }

    /** Create a node for a host to join as. */
    public Node createNode(CreateNode createNode) {
        return createNode(createNode, IdempotencyKey.random());
    }

    /** Create a node for a host to join as, under a key you chose: the same key again answers the same and does nothing more. */
    public Node createNode(CreateNode createNode, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes")
                .idempotencyKey(idempotencyKey)
                .body(createNode)
                .accept("application/json");
        return transport.send(call, Node.class);
    }

    /** Drain a node. */
    public Node drainNode(NodeId nodeId, DrainNode drainNode) {
        return drainNode(nodeId, drainNode, IdempotencyKey.random());
    }

    /** Drain a node, under a key you chose: the same key again answers the same and does nothing more. */
    public Node drainNode(NodeId nodeId, DrainNode drainNode, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/{node_id}/drain")
                .path("node_id", nodeId)
                .idempotencyKey(idempotencyKey)
                .body(drainNode)
                .accept("application/json");
        return transport.send(call, Node.class);
    }

    /** Get a node with its health and GPUs. */
    public Node getNode(NodeId nodeId) {
        Call call = Call.of("GET", "/api/v1/nodes/{node_id}")
                .path("node_id", nodeId)
                .accept("application/json");
        return transport.send(call, Node.class);
    }

    /** Get a task with its phases and the end of its log. */
    public NodeTaskDetail getNodeTask(NodeId nodeId, TaskId taskId) {
        Call call = Call.of("GET", "/api/v1/nodes/{node_id}/tasks/{task_id}")
                .path("node_id", nodeId)
                .path("task_id", taskId)
                .accept("application/json");
        return transport.send(call, NodeTaskDetail.class);
    }

    /** Get telemetry for a node and its GPUs. */
    public NodeTelemetry getNodeTelemetry(NodeId nodeId, Instant from, Instant to, GetNodeTelemetryFilter filter) {
        Call call = Call.of("GET", "/api/v1/nodes/{node_id}/telemetry")
                .path("node_id", nodeId)
                .query("from", from)
                .query("to", to)
                .query(filter.parameters())
                .accept("application/json");
        return transport.send(call, NodeTelemetry.class);
    }

    /** Get a node's topology. */
    public NodeTopology getNodeTopology(NodeId nodeId, GetNodeTopologyFilter filter) {
        Call call = Call.of("GET", "/api/v1/nodes/{node_id}/topology")
                .path("node_id", nodeId)
                .query(filter.parameters())
                .accept("application/json");
        return transport.send(call, NodeTopology.class);
    }

    /** List a node's certificates. */
    public NodeCertificatePage listNodeCertificates(NodeId nodeId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/nodes/{node_id}/certificates")
                .path("node_id", nodeId)
                .page(page)
                .accept("application/json");
        return transport.send(call, NodeCertificatePage.class);
    }

    /** List a node's tasks. */
    public NodeTaskPage listNodeTasks(NodeId nodeId, ListNodeTasksFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/nodes/{node_id}/tasks")
                .path("node_id", nodeId)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, NodeTaskPage.class);
    }

    /** List nodes. */
    public NodePage listNodes(ListNodesFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/nodes")
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, NodePage.class);
    }

    /** Quarantine a faulty node. */
    public Node quarantineNode(NodeId nodeId, NodeReason nodeReason) {
        return quarantineNode(nodeId, nodeReason, IdempotencyKey.random());
    }

    /** Quarantine a faulty node, under a key you chose: the same key again answers the same and does nothing more. */
    public Node quarantineNode(NodeId nodeId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/{node_id}/quarantine")
                .path("node_id", nodeId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Node.class);
    }

    /** Readmit a quarantined node. */
    public Node readmitNode(NodeId nodeId, NodeReason nodeReason) {
        return readmitNode(nodeId, nodeReason, IdempotencyKey.random());
    }

    /** Readmit a quarantined node, under a key you chose: the same key again answers the same and does nothing more. */
    public Node readmitNode(NodeId nodeId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/{node_id}/readmit")
                .path("node_id", nodeId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Node.class);
    }

    /** Remove a node permanently from the fleet. */
    public Node retireNode(NodeId nodeId, NodeReason nodeReason) {
        return retireNode(nodeId, nodeReason, IdempotencyKey.random());
    }

    /** Remove a node permanently from the fleet, under a key you chose: the same key again answers the same and does nothing more. */
    public Node retireNode(NodeId nodeId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/{node_id}/retire")
                .path("node_id", nodeId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Node.class);
    }

    /** Return a faulty GPU to service. */
    public Node returnNodeGpu(NodeId nodeId, String gpuUuid, NodeReason nodeReason) {
        return returnNodeGpu(nodeId, gpuUuid, nodeReason, IdempotencyKey.random());
    }

    /** Return a faulty GPU to service, under a key you chose: the same key again answers the same and does nothing more. */
    public Node returnNodeGpu(NodeId nodeId, String gpuUuid, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/{node_id}/gpus/{gpu_uuid}/return")
                .path("node_id", nodeId)
                .path("gpu_uuid", gpuUuid)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Node.class);
    }

    /** Revoke all certificates of a node. */
    public Node revokeNodeCertificates(NodeId nodeId, NodeReason nodeReason) {
        return revokeNodeCertificates(nodeId, nodeReason, IdempotencyKey.random());
    }

    /** Revoke all certificates of a node, under a key you chose: the same key again answers the same and does nothing more. */
    public Node revokeNodeCertificates(NodeId nodeId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/{node_id}/revoke-certificates")
                .path("node_id", nodeId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Node.class);
    }

    /** Rotate the key that signs node tasks. */
    public TaskSigningKey rotateTaskSigningKey(RotateTaskSigningKey rotateTaskSigningKey) {
        return rotateTaskSigningKey(rotateTaskSigningKey, IdempotencyKey.random());
    }

    /** Rotate the key that signs node tasks, under a key you chose: the same key again answers the same and does nothing more. */
    public TaskSigningKey rotateTaskSigningKey(RotateTaskSigningKey rotateTaskSigningKey, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/task-signing-keys/rotate")
                .idempotencyKey(idempotencyKey)
                .body(rotateTaskSigningKey)
                .accept("application/json");
        return transport.send(call, TaskSigningKey.class);
    }

    /** Return a cordoned, draining or drained node to service. */
    public Node uncordonNode(NodeId nodeId) {
        return uncordonNode(nodeId, IdempotencyKey.random());
    }

    /** Return a cordoned, draining or drained node to service, under a key you chose: the same key again answers the same and does nothing more. */
    public Node uncordonNode(NodeId nodeId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/{node_id}/uncordon")
                .path("node_id", nodeId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Node.class);
    }

    /** Filters of {@code getNodeTelemetry}. */
    public record GetNodeTelemetryFilter(Map<String, String> parameters) {

        public GetNodeTelemetryFilter {
            parameters = Map.copyOf(parameters);
        }

        public static GetNodeTelemetryFilter none() {
            return new GetNodeTelemetryFilter(Map.of());
        }

        public GetNodeTelemetryFilter stepSeconds(Integer stepSeconds) {
            return new GetNodeTelemetryFilter(Parameters.with(parameters, "step_seconds", stepSeconds));
        }
    }

    /** Filters of {@code getNodeTopology}. */
    public record GetNodeTopologyFilter(Map<String, String> parameters) {

        public GetNodeTopologyFilter {
            parameters = Map.copyOf(parameters);
        }

        public static GetNodeTopologyFilter none() {
            return new GetNodeTopologyFilter(Map.of());
        }

        public GetNodeTopologyFilter version(Integer version) {
            return new GetNodeTopologyFilter(Parameters.with(parameters, "version", version));
        }
    }

    /** Filters of {@code listNodeTasks}. */
    public record ListNodeTasksFilter(Map<String, String> parameters) {

        public ListNodeTasksFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListNodeTasksFilter none() {
            return new ListNodeTasksFilter(Map.of());
        }

        public ListNodeTasksFilter state(NodeTaskState state) {
            return new ListNodeTasksFilter(Parameters.with(parameters, "state", state));
        }
    }

    /** Filters of {@code listNodes}. */
    public record ListNodesFilter(Map<String, String> parameters) {

        public ListNodesFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListNodesFilter none() {
            return new ListNodesFilter(Map.of());
        }

        public ListNodesFilter state(NodeState state) {
            return new ListNodesFilter(Parameters.with(parameters, "state", state));
        }

        public ListNodesFilter name(String name) {
            return new ListNodesFilter(Parameters.with(parameters, "name", name));
        }

        public ListNodesFilter search(String search) {
            return new ListNodesFilter(Parameters.with(parameters, "search", search));
        }
    }
}
