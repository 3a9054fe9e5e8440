package io.gpuaas.agent.host;

import io.gpuaas.agent.disk.DurableFile;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;

/**
 * Which allocations of this host are virtual machines, and how each is reached: a file of its own, which who builds the
 * machine writes and its release deletes. Beside it lie, as ssh wants them, the keys of the machine and the one that
 * opens it.
 */
public final class GuestShells {

    private final Path folder;

    /** The folder is the agent's alone. */
    public GuestShells(Path folder) {
        this.folder = folder;
    }

    /** The keys first: what is found can be used. */
    public void add(UUID allocation, GuestShell guest, String identity) throws IOException {
        String known = guest.hostKeys().stream()
                .map(key -> GuestShell.ALIAS + " " + key + "\n")
                .collect(Collectors.joining());
        write(known(allocation), known);
        write(identity(allocation), identity);
        write(record(allocation), Json.STRICT.writeValueAsString(guest));
    }

    private static void write(Path file, String text) throws IOException {
        DurableFile.write(file, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Empty when the allocation is of the host itself. */
    Optional<Login> find(UUID allocation, String username) throws TaskFailure {
        return findShell(allocation, username)
                .map(guest -> new GuestLogin(guest, known(allocation), identity(allocation)));
    }

    Optional<GuestShell> findShell(UUID allocation, String username) throws TaskFailure {
        Path file = record(allocation);
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        try {
            GuestShell guest = Json.STRICT.readValue(Files.readAllBytes(file), GuestShell.class);
            if (!guest.username().equals(username)) {
                throw TaskFailure.failed("user_absent", "the allocation's machine has no login " + username);
            }
            return Optional.of(guest);
        } catch (IOException | JacksonException e) {
            throw TaskFailure.failed("host_error", "cannot read how the allocation's machine is reached", e);
        }
    }

    void remove(UUID allocation) throws TaskFailure {
        try {
            Files.deleteIfExists(record(allocation));
            Files.deleteIfExists(identity(allocation));
            Files.deleteIfExists(known(allocation));
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "cannot forget how the allocation's machine was reached", e);
        }
    }

    private Path record(UUID allocation) {
        return folder.resolve(allocation + ".json");
    }

    private Path known(UUID allocation) {
        return folder.resolve(allocation + ".known_hosts");
    }

    private Path identity(UUID allocation) {
        return folder.resolve(allocation + ".key");
    }
}
