package io.gpuaas.bench.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the last lines of a program's log, which usually explain its failure. */
public final class LogTail {

    private LogTail() {}

    public static String read(Path log, int lines) throws IOException {
        List<String> all = Files.readAllLines(log);
        return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    }
}
