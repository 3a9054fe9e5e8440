package io.gpuaas.agent.host;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows the output of a host program. A full pipe blocks the program until more is read. */
final class ProgramOutput implements LogFollower {

    private final Process process;
    private final InputStream out;

    private ProgramOutput(Process process) {
        this.process = process;
        this.out = process.getInputStream();
    }

    static ProgramOutput start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        return new ProgramOutput(builder.start());
    }

    @Override
    public byte @Nullable [] read(int bytesMax) throws IOException {
        byte[] buffer = new byte[bytesMax];
        int count = out.read(buffer);
        return count < 0 ? null : Arrays.copyOf(buffer, count);
    }

    @Override
    public boolean takeGap() {
        return false;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
