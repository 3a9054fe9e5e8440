package io.gpuaas.agent.terminal;

import io.gpuaas.agent.disk.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Terminals whose end the control plane does not know yet, an empty file each: they outlive this program. */
final class BegunTerminals {

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final byte[] NOTHING = {};

    private final Path folder;
    private final Set<UUID> left;

    BegunTerminals(Path folder) throws IOException {
        this.folder = folder;
        try (Stream<Path> files = Files.list(folder)) {
            left = files.map(file -> file.getFileName().toString())
                    .filter(name -> ID.matcher(name).matches())
                    .map(UUID::fromString)
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    /** The terminals that an earlier run of the agent started; they ended when it did, at the latest. */
    Set<UUID> left() {
        return left;
    }

    void add(UUID terminal) throws IOException {
        DurableFile.write(folder.resolve(terminal.toString()), NOTHING);
    }

    void remove(UUID terminal) throws IOException {
        Files.deleteIfExists(folder.resolve(terminal.toString()));
    }
}
