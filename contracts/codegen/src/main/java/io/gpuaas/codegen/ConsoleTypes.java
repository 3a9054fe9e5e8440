package io.gpuaas.codegen;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The console's TypeScript types, which openapi-typescript writes from {@code contracts/openapi.yaml}. */
final class ConsoleTypes {

    private static final String FILE = "console/src/api/schema.d.ts";

    private ConsoleTypes() {}

    static FileTree generate(Path root, Path contractFile) throws IOException {
        Path console = root.resolve("console");
        installPackages(console);
        Path output = Files.createTempFile("schema", ".d.ts");
        try {
            npm(
                    console,
                    "exec",
                    "--no",
                    "--",
                    "openapi-typescript",
                    contractFile.toString(),
                    "--output",
                    output.toString());
            FileTree tree = FileTree.empty();
            tree.put(FILE, Files.readString(output));
            return tree;
        } finally {
            Files.delete(output);
        }
    }

    private static void installPackages(Path console) throws IOException {
        Path wanted = console.resolve("package-lock.json");
        Path installed = console.resolve("node_modules/.package-lock.json");
        boolean isFresh = Files.exists(installed)
                && Files.getLastModifiedTime(installed).compareTo(Files.getLastModifiedTime(wanted)) >= 0;
        if (!isFresh) {
            // Not `npm ci`: it refuses a lock file without the packages of other platforms, which a mirror may lack.
            npm(console, "install", "--no-save", "--no-audit", "--no-fund");
        }
    }

    private static void npm(Path folder, String... arguments) throws IOException {
        List<String> command = Stream.concat(Stream.of("npm", "--silent"), Stream.of(arguments))
                .toList();
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
            if (process.waitFor() != 0) {
                throw new ContractException(String.join(" ", command) + " failed:\n" + output);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ContractException("interrupted");
        }
    }
}
