// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** The hosts of the fleet, for operators. */
public interface NodesApi {

    /** Cancel a task. */
    @ContractOperation(
            id = "cancelNodeTask",
            permission = "node_tasks.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node_task.cancel")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/{node_id}/tasks/{task_id}/cancel", produces = "application/json")
    @ResponseStatus(HttpStatus.ACCEPTED)
    NodeTask cancelNodeTask(
            @PathVariable("node_id") NodeId nodeId,
            @PathVariable("task_id") TaskId taskId);

    /** Collect a node's logs. */
    @ContractOperation(
            id = "collectNodeLogs",
            permission = "node_tasks.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node.collect_logs")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/{node_id}/logs", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.ACCEPTED)
    NodeTask collectNodeLogs(
            @PathVariable("node_id") NodeId nodeId,
            @Valid @RequestBody CollectNodeLogs collectNodeLogs);

    /** Cordon a node so that it receives no new work. */
    @ContractOperation(
            id = "cordonNode",
            permission = "nodes.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node.cordon")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/{node_id}/cordon", produces = "application/json", consumes = "application/json")
    Node cordonNode(
            @PathVariable("node_id") NodeId nodeId,
            @Valid @RequestBody NodeReason nodeReason);

    /** Create join tokens. */
    @ContractOperation(
            id = "createJoinTokens",
            permission = "nodes.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "join_token.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/join-tokens", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    JoinTokenBatch createJoinTokens(
            @Valid @RequestBody CreateJoinTokens createJoinTokens);

    /** Create a node for a host to join as. */
    @ContractOperation(
            id = "createNode",
            permission = "nodes.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Node createNode(
            @Valid @RequestBody CreateNode createNode);

    /** Drain a node. */
    @ContractOperation(
            id = "drainNode",
            permission = "nodes.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node.drain")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/{node_id}/drain", produces = "application/json", consumes = "application/json")
    Node drainNode(
            @PathVariable("node_id") NodeId nodeId,
            @Valid @RequestBody DrainNode drainNode);

    /** Get a node with its health and GPUs. */
    @ContractOperation(
            id = "getNode",
            permission = "nodes.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/nodes/{node_id}", produces = "application/json")
    Node getNode(
            @PathVariable("node_id") NodeId nodeId);

    /** Get a task with its phases and the end of its log. */
    @ContractOperation(
            id = "getNodeTask",
            permission = "node_tasks.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/nodes/{node_id}/tasks/{task_id}", produces = "application/json")
    NodeTaskDetail getNodeTask(
            @PathVariable("node_id") NodeId nodeId,
            @PathVariable("task_id") TaskId taskId);

    /** Get telemetry for a node and its GPUs. */
    @ContractOperation(
            id = "getNodeTelemetry",
            permission = "nodes.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/nodes/{node_id}/telemetry", produces = "application/json")
    NodeTelemetry getNodeTelemetry(
            @PathVariable("node_id") NodeId nodeId,
            @RequestParam(name = "from") Instant from,
            @RequestParam(name = "to") Instant to,
            @RequestParam(name = "step_seconds", defaultValue = "60") @Min(10) @Max(86400) Integer stepSeconds);

    /** Get a node's topology. */
    @ContractOperation(
            id = "getNodeTopology",
            permission = "nodes.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/nodes/{node_id}/topology", produces = "application/json")
    NodeTopology getNodeTopology(
            @PathVariable("node_id") NodeId nodeId,
            @RequestParam(name = "version", required = false) @Min(1) @Nullable Integer version);

    /** List a node's certificates. */
    @ContractOperation(
            id = "listNodeCertificates",
            permission = "nodes.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/nodes/{node_id}/certificates", produces = "application/json")
    NodeCertificatePage listNodeCertificates(
            @PathVariable("node_id") NodeId nodeId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List a node's tasks. */
    @ContractOperation(
            id = "listNodeTasks",
            permission = "node_tasks.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/nodes/{node_id}/tasks", produces = "application/json")
    NodeTaskPage listNodeTasks(
            @PathVariable("node_id") NodeId nodeId,
            @RequestParam(name = "state", required = false) @Nullable NodeTaskState state,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List nodes. */
    @ContractOperation(
            id = "listNodes",
            permission = "nodes.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/nodes", produces = "application/json")
    NodePage listNodes(
            @RequestParam(name = "state", required = false) @Nullable NodeState state,
            @RequestParam(name = "name", required = false) @Size(min = 1, max = 253) @Nullable String name,
            @RequestParam(name = "search", required = false) @Size(min = 1, max = 253) @Nullable String search,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Quarantine a faulty node. */
    @ContractOperation(
            id = "quarantineNode",
            permission = "nodes.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node.quarantine")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/{node_id}/quarantine", produces = "application/json", consumes = "application/json")
    Node quarantineNode(
            @PathVariable("node_id") NodeId nodeId,
            @Valid @RequestBody NodeReason nodeReason);

    /** Readmit a quarantined node. */
    @ContractOperation(
            id = "readmitNode",
            permission = "nodes.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node.readmit")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/{node_id}/readmit", produces = "application/json", consumes = "application/json")
    Node readmitNode(
            @PathVariable("node_id") NodeId nodeId,
            @Valid @RequestBody NodeReason nodeReason);

    /** Remove a node permanently from the fleet. */
    @ContractOperation(
            id = "retireNode",
            permission = "nodes.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node.retire")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/{node_id}/retire", produces = "application/json", consumes = "application/json")
    Node retireNode(
            @PathVariable("node_id") NodeId nodeId,
            @Valid @RequestBody NodeReason nodeReason);

    /** Return a faulty GPU to service. */
    @ContractOperation(
            id = "returnNodeGpu",
            permission = "nodes.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node.return_gpu")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/{node_id}/gpus/{gpu_uuid}/return", produces = "application/json", consumes = "application/json")
    Node returnNodeGpu(
            @PathVariable("node_id") NodeId nodeId,
            @PathVariable("gpu_uuid") @Size(min = 1, max = 64) String gpuUuid,
            @Valid @RequestBody NodeReason nodeReason);

    /** Revoke all certificates of a node. */
    @ContractOperation(
            id = "revokeNodeCertificates",
            permission = "nodes.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node.revoke_certificates")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/{node_id}/revoke-certificates", produces = "application/json", consumes = "application/json")
    Node revokeNodeCertificates(
            @PathVariable("node_id") NodeId nodeId,
            @Valid @RequestBody NodeReason nodeReason);

    /** Rotate the key that signs node tasks. */
    @ContractOperation(
            id = "rotateTaskSigningKey",
            permission = "node_tasks.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "task_signing_key.rotate")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/task-signing-keys/rotate", produces = "application/json", consumes = "application/json")
    TaskSigningKey rotateTaskSigningKey(
            @Valid @RequestBody RotateTaskSigningKey rotateTaskSigningKey);

    /** Return a cordoned, draining or drained node to service. */
    @ContractOperation(
            id = "uncordonNode",
            permission = "nodes.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node.uncordon")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/{node_id}/uncordon", produces = "application/json")
    Node uncordonNode(
            @PathVariable("node_id") NodeId nodeId);
}
