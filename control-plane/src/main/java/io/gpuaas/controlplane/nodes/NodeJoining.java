package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * How a host that is rebuilt stops being the node it was, and becomes it again. Its last holder may have been root there
 * and have copied its key, its certificate and its join token, so none of them counts from the beginning of the rebuild
 * on. All in the caller's transaction.
 */
@Component
public class NodeJoining {

    private static final TaskEnd REBUILT = TaskEnd.because("node_rebuilt", "The host is being rebuilt.");

    private final JoinTokens tokens;
    private final NodeStore nodes;
    private final CertificateStore certificates;
    private final NodeTasks tasks;
    private final NodeLifecycle lifecycle;
    private final List<NodeCutOff> cutOffs;

    NodeJoining(
            JoinTokens tokens,
            NodeStore nodes,
            CertificateStore certificates,
            NodeTasks tasks,
            NodeLifecycle lifecycle,
            List<NodeCutOff> cutOffs) {
        this.tokens = tokens;
        this.nodes = nodes;
        this.certificates = certificates;
        this.tasks = tasks;
        this.lifecycle = lifecycle;
        this.cutOffs = List.copyOf(cutOffs);
    }

    /** The host is erased from outside: it has no certificate until it enrols with a token. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void beginRebuild(NodeId node, TaskId rebuild) {
        NodeRecord row = cutOff(node);
        certificates.revokeAll(node);
        NodeState state = lifecycle.beginRebuild(row, rebuild);
        lifecycle.announce(node, state, "certificates revoked: the host is rebuilt");
    }

    /**
     * The host erases itself. Its certificate stays valid for receiving that task and the token to enrol again; the
     * report of success is believed only under the certificate it then gets.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public TaskId beginRebuildByAgent(NodeId node, Duration tokenLifetime, Function<String, TaskId> addTask) {
        NodeRecord row = cutOff(node);
        certificates.dropNext(node);
        TaskId task = addTask.apply(tokenFor(node, tokenLifetime));
        NodeState state = lifecycle.beginRebuild(row, task);
        lifecycle.announce(node, state, "the host erases itself");
        return task;
    }

    /** Earlier reports, tasks and connections become void, and no earlier token can be used again. */
    NodeRecord cutOff(NodeId node) {
        NodeRecord row = nodes.lock(node);
        nodes.nextIncarnation(node);
        certificates.deleteTokensOf(node);
        tasks.endAttempts(node, REBUILT);
        cutOffs.forEach(open -> open.nodeCutOff(node));
        return row;
    }

    /** A token only this node can use, once. */
    @Transactional(propagation = Propagation.MANDATORY)
    public String tokenFor(NodeId node, Duration lifetime) {
        return tokens.create(1, lifetime, node).getFirst().text();
    }
}
