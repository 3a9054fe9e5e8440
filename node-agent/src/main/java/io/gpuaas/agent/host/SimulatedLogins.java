package io.gpuaas.agent.host;

import io.gpuaas.agent.disk.DurableFile;
import io.gpuaas.agent.task.UserTasks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Logins of a simulated host: a folder each, with the keys and a home. */
final class SimulatedLogins {

    static final String KEYS = "authorized_keys";

    private static final String KIND = "user";
    private static final int UID_FIRST = 20_000;

    private final Sandbox sandbox;

    SimulatedLogins(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    /** In a slice, or of the host itself: then with the GPUs or the MIG instance it may use, all if none is named. */
    record Login(UUID allocationId, int uid, @Nullable UUID sliceId, List<String> gpuUuids) {

        Login {
            // Absent in files of earlier agents.
            gpuUuids = gpuUuids == null ? List.of() : List.copyOf(gpuUuids);
        }
    }

    /** Also logins in slices. */
    List<String> list() throws IOException {
        return sandbox.list(KIND);
    }

    /** Describes the machine as the shells of a login see it. Nothing is written yet. */
    SimulatedMachine machine(String username) {
        return new SimulatedMachine(sandbox.path(KIND).resolve(username).resolve("confined"));
    }

    Optional<Login> find(String username) throws IOException {
        return sandbox.find(KIND, username, Login.class);
    }

    int freeUid() throws IOException {
        return UID_FIRST + sandbox.list(KIND).size();
    }

    Path home(String username) throws IOException {
        return Files.createDirectories(sandbox.folder(KIND, username).resolve("home"));
    }

    /** The key its SSH server proves itself with; null where no such server can be started. */
    @Nullable List<String> hostKeys(String username) throws IOException {
        return SimulatedSsh.requireHostKey(sandbox.folder(KIND, username)).orElse(null);
    }

    void save(String username, Login login, List<String> keys) throws IOException {
        writeKeys(username, keys);
        sandbox.save(KIND, username, login);
    }

    UserTasks.SshKeysReconciled writeKeys(String username, List<String> keys) throws IOException {
        // Beside the home: the login could put a link in the place of a folder inside it.
        Path file = sandbox.folder(KIND, username).resolve(KEYS);
        AuthorizedKeys before = AuthorizedKeys.read(Files.exists(file) ? Files.readString(file) : "");
        AuthorizedKeys.Change change = before.changeTo(keys);
        DurableFile.write(file, before.with(keys).text().getBytes(StandardCharsets.UTF_8));
        return new UserTasks.SshKeysReconciled(change.added(), change.removed());
    }

    /** Without those that are in slices. */
    List<String> listOfHost() throws IOException {
        List<String> names = new ArrayList<>();
        for (String name : sandbox.list(KIND)) {
            Optional<Login> login = find(name);
            if (login.isEmpty() || login.get().sliceId() == null) {
                names.add(name);
            }
        }
        return names;
    }
}
