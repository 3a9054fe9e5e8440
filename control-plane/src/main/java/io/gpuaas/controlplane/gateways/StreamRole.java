package io.gpuaas.controlplane.gateways;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TaskId;
import java.util.Collection;
import java.util.Set;

/** What a kind of streams is for. Another domain that has streams carried says here what gateways cannot know. */
public interface StreamRole {

    String name();

    /** A reader was let in; the node is to be told, in this transaction. With this task it is. */
    TaskId readerCame(Carried stream, String nodeUrl);

    /**
     * Those of these that must end now: what they belong to is over, or their reader may not read it any more. Asked
     * every two seconds for all a gateway carries, so the number of statements must not grow with them.
     */
    Set<StreamId> findLost(Collection<Carried> streams);

    /** A stream as its domain knows it; the source is what the domain said it carries. */
    record Carried(StreamId id, NodeId node, String source, PrincipalId reader) {}
}
