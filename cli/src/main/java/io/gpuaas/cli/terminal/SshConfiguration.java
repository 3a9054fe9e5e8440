package io.gpuaas.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a person's ssh configuration that is ours: a folder of its own, and one line that includes it. Lines of
 * theirs are never changed.
 */
final class SshConfiguration {

    private static final String INCLUDE = "Include gpuaas/config";

    private final Path folder;

    /** The person's .ssh folder. */
    SshConfiguration(Path folder) {
        this.folder = folder;
    }

    record Host(String alias, String keyAlias, SshLogin login, String proxyCommand) {}

    void write(List<Host> hosts) throws IOException {
        Path ours = Files.createDirectories(folder.resolve("gpuaas"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        List<String> known = new ArrayList<>();
        List<String> lines = new ArrayList<>(List.of("# Written by gpuaas config-ssh, which overwrites changes."));
        for (Host host : hosts) {
            host.login().hostKeys().forEach(key -> known.add(host.keyAlias() + " " + key));
            lines.add("Host " + host.alias());
            lines.add("  User " + host.login().username());
            lines.add("  HostKeyAlias " + host.keyAlias());
            lines.add("  UserKnownHostsFile \"" + ours.resolve("known_hosts") + "\"");
            lines.add("  GlobalKnownHostsFile /dev/null");
            lines.add("  StrictHostKeyChecking " + (host.login().hostKeys().isEmpty() ? "accept-new" : "yes"));
            lines.add("  ProxyCommand " + host.proxyCommand());
        }
        replace(ours.resolve("known_hosts"), known);
        replace(ours.resolve("config"), lines);
        include();
    }

    /** ssh takes the first value it finds, and an Include after a Host line would belong to that host. */
    private void include() throws IOException {
        List<String> theirs = theirs();
        if (!theirs.contains(INCLUDE)) {
            List<String> all = new ArrayList<>(List.of(INCLUDE));
            all.addAll(theirs);
            replace(folder.resolve("config"), all);
        }
    }

    void remove() throws IOException {
        List<String> theirs = theirs();
        if (theirs.contains(INCLUDE)) {
            replace(
                    folder.resolve("config"),
                    theirs.stream().filter(line -> !line.equals(INCLUDE)).toList());
        }
        for (String name : List.of("gpuaas/config", "gpuaas/known_hosts", "gpuaas")) {
            Files.deleteIfExists(folder.resolve(name));
        }
    }

    private List<String> theirs() throws IOException {
        Path file = folder.resolve("config");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** A link in the place of the file stays a link: people keep their configuration elsewhere. */
    private static void replace(Path file, List<String> lines) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file;
        Path written = target.resolveSibling(target.getFileName() + ".gpuaas-new");
        Files.write(written, lines);
        Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rw-------"));
        Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
