package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import java.util.List;

/** Bytes that nodes hand over to another domain, at {@code /node/v1/<name>/…}. */
public interface NodeUpload {

    String name();

    /** What is answered when it is kept: the node may forget it then. */
    Object take(Arrived arrived);

    /** From which node, the words of the address after the name, the digest it says the bytes have, the bytes. */
    record Arrived(NodeId node, List<String> words, String sha256, Body body) {}

    /** The bytes themselves; nobody else has them. */
    interface Body {
        byte[] bytes();
    }
}
