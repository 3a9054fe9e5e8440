package io.gpuaas.testkit;

import java.util.Set;
import java.util.TreeSet;

/** Counts the outcomes of the tests against one server in one JVM. */
final class ServerTally {
    private int passed;
    private int failed;
    private int skipped;
    private final Set<String> reasons = new TreeSet<>();

    void pass() {
        passed++;
    }

    void fail() {
        failed++;
    }

    void skip(String reason) {
        skipped++;
        reasons.add(reason);
    }

    ServerRecord toRecord(String server, String version) {
        return new ServerRecord(server, version, passed, failed, skipped, String.join("; ", reasons));
    }
}
