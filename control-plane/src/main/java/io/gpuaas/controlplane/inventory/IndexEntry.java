package io.gpuaas.controlplane.inventory;

import io.gpuaas.kernel.NodeId;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.UUID;

/** A place in the index: a node, and the NUMA node or slot in it that is meant. */
record IndexEntry(long order, NodeId node, long detail) implements Comparable<IndexEntry> {

    private static final Comparator<IndexEntry> ORDER = Comparator.comparingLong(IndexEntry::order)
            .thenComparing(entry -> entry.node().value())
            .thenComparingLong(IndexEntry::detail);

    static IndexEntry of(NodeId node, long detail) {
        return new IndexEntry(mix(node.value()), node, detail);
    }

    /** Ids made at one time are neighbours; their mixed bits are not. */
    static long mix(UUID id) {
        long mixed = (id.getMostSignificantBits() ^ Long.rotateLeft(id.getLeastSignificantBits(), 17))
                * 0x9E37_79B9_7F4A_7C15L;
        return mixed ^ (mixed >>> 29);
    }

    /** The first at or after the salt, going round. */
    static IndexEntry choose(NavigableSet<IndexEntry> entries, long salt) {
        IndexEntry next = entries.ceiling(new IndexEntry(salt, FIRST, Long.MIN_VALUE));
        return next == null ? entries.first() : next;
    }

    private static final NodeId FIRST = new NodeId(new UUID(Long.MIN_VALUE, Long.MIN_VALUE));

    @Override
    public int compareTo(IndexEntry other) {
        return ORDER.compare(this, other);
    }
}
