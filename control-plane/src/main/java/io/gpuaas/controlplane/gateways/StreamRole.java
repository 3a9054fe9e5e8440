package io.gpuaas.controlplane.gateways;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TaskId;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** Defines one kind of stream. A domain with streams implements what gateways cannot know. */
public interface StreamRole {

    String name();

    /** A reader was admitted: creates the task for the node in this transaction, unless the node has one already. */
    Optional<TaskId> readerCame(Carried stream, String nodeUrl);

    /**
     * Those of these that must end now: what they belong to is over, or their reader may not read it any more. Asked
     * every two seconds for all a gateway carries, so the number of statements must not grow with them.
     */
    Set<StreamId> findLost(Collection<Carried> streams);

    /** A stream as its domain knows it; the source is what the domain said it carries. */
    record Carried(StreamId id, NodeId node, String source, PrincipalId reader) {}
}
