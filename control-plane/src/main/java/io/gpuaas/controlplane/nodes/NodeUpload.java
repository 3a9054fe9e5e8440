package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import java.util.List;

/** Takes bytes that nodes upload for another domain, at {@code /node/v1/<name>/…}. */
public interface NodeUpload {

    String name();

    /** The answer once the upload is stored: the node may forget it then. */
    Object take(Arrived arrived);

    /** From which node, the words of the address after the name, the digest it says the bytes have, the bytes. */
    record Arrived(NodeId node, List<String> words, String sha256, Body body) {}

    /** The uploaded bytes; this is the only copy. */
    interface Body {
        byte[] bytes();
    }
}
