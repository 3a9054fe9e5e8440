package io.gpuaas.cli.apps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Collectors;

/** The root file system of a stand-in, made as {@code tools/publish-stock-apps.sh} makes it. */
final class StandIn {

    static final Path APPS = Path.of("..", "apps").toAbsolutePath().normalize();

    private StandIn() {}

    static void write(Path root, String title, String version) throws IOException {
        Files.createDirectories(root);
        String digits = Files.readString(APPS.resolve("stand-in/program.hex"))
                .lines()
                .map(line -> line.replaceFirst("#.*", "").replace(" ", ""))
                .collect(Collectors.joining());
        Path program = root.resolve("stand-in");
        Files.write(program, HexFormat.of().parseHex(digits));
        if (!program.toFile().setExecutable(true, false)) {
            throw new IOException("cannot make " + program + " executable");
        }
        Files.writeString(
                root.resolve("stand-in.html"),
                Files.readString(APPS.resolve("stand-in/page.html"))
                        .replace("@APP@", title)
                        .replace("@VERSION@", version));
    }
}
