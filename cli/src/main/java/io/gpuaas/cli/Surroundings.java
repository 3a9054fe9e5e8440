package io.gpuaas.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Map;

/** What the process was given: environment, working folder, output. Tests give their own. */
record Surroundings(
        Map<String, String> environment, Path folder, OutputStream rawOut, PrintWriter out, PrintWriter err) {

    static Surroundings ofThisProcess() {
        OutputStream rawOut = new FileOutputStream(FileDescriptor.out);
        Charset charset = System.out.charset();
        return new Surroundings(
                System.getenv(),
                // The launcher of a checkout names it, so that its server is found from anywhere.
                Path.of(System.getProperty("gpuaas.folder", "")).toAbsolutePath(),
                rawOut,
                new PrintWriter(rawOut, false, charset),
                new PrintWriter(new FileOutputStream(FileDescriptor.err), true, charset));
    }
}
