package io.gpuaas.bench.kit;

import io.gpuaas.bench.fleet.ServerFigures;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the heap figures of a JVM with jcmd. */
public record JvmHeap(long pid) {

    private static final Pattern USED = Pattern.compile("^ (?!Metaspace)\\S.*used (\\d+)K", Pattern.MULTILINE);
    private static final Pattern LIVE = Pattern.compile("^Total +\\d+ +(\\d+)", Pattern.MULTILINE);

    /** As it is now, garbage and all. */
    public long usedBytes() throws Exception {
        long kilobytes = USED.matcher(jcmd("GC.heap_info"))
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
        if (kilobytes == 0) {
            throw new IllegalStateException("jcmd does not tell the heap of " + pid);
        }
        return kilobytes * 1024;
    }

    /** The size of reachable objects, after a full collection. */
    public long liveBytes() throws Exception {
        Matcher live = LIVE.matcher(jcmd("GC.class_histogram"));
        if (!live.find()) {
            throw new IllegalStateException("jcmd does not tell what lives in " + pid);
        }
        return Long.parseLong(live.group(1));
    }

    private String jcmd(String command) throws Exception {
        String tool = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        return ServerFigures.run(List.of(tool, Long.toString(pid), command));
    }
}
