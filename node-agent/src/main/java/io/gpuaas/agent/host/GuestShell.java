package io.gpuaas.agent.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How a shell in a virtual machine is reached from its host: the host's own ssh on the pseudo terminal a shell of the
 * host would have. So window, exit code, recording and flow are the same as everywhere: a terminal nobody reads fills
 * its pseudo terminal, ssh reads no more, and the window of the SSH channel closes. The keys of the machine are those
 * its maker was told; any other host is not talked to.
 */
public record GuestShell(String address, int port, String username, List<String> hostKeys, Path identity) {

    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.:-]*");
    private static final Pattern LOGIN = Pattern.compile("[a-z_][a-z0-9_-]*");
    private static final Pattern KEY = Pattern.compile("[a-z0-9@.-]+ [A-Za-z0-9+/=]+");
    private static final String ALIAS = "guest";

    public GuestShell {
        hostKeys = List.copyOf(hostKeys);
        require(ADDRESS, address);
        require(LOGIN, username);
        hostKeys.forEach(key -> require(KEY, key));
        if (hostKeys.isEmpty()) {
            throw new IllegalArgumentException("a guest without a key that is known cannot be told from another");
        }
    }

    private static void require(Pattern pattern, String value) {
        if (!pattern.matcher(value).matches()) {
            throw new IllegalArgumentException("'" + value + "' cannot be part of an ssh command");
        }
    }

    /** The folder is the agent's own; the keys it may talk to are written there. */
    public Shell shell(Path folder) throws IOException {
        Path known = folder.resolve("known_hosts");
        Files.write(known, hostKeys.stream().map(key -> ALIAS + " " + key).toList());
        List<String> command = new ArrayList<>(List.of("ssh", "-F", "none", "-tt", "-p", String.valueOf(port)));
        options(known).forEach((name, value) -> command.addAll(List.of("-o", name + "=" + value)));
        command.addAll(List.of("--", username + "@" + address));
        return new Shell(command, Shell.environment(username, folder.toString()), folder, null);
    }

    private Map<String, Object> options(Path known) {
        return Map.ofEntries(
                Map.entry("UserKnownHostsFile", known),
                Map.entry("GlobalKnownHostsFile", "/dev/null"),
                Map.entry("HostKeyAlias", ALIAS),
                Map.entry("StrictHostKeyChecking", "yes"),
                Map.entry("BatchMode", "yes"),
                Map.entry("IdentitiesOnly", "yes"),
                Map.entry("IdentityFile", identity),
                Map.entry("IdentityAgent", "none"),
                Map.entry("ClearAllForwardings", "yes"),
                Map.entry("ForwardAgent", "no"),
                // Its escapes run commands on this host, as whoever runs the agent.
                Map.entry("EscapeChar", "none"),
                Map.entry("PermitLocalCommand", "no"),
                Map.entry("ConnectTimeout", 10),
                Map.entry("ServerAliveInterval", 15),
                Map.entry("ServerAliveCountMax", 4),
                Map.entry("LogLevel", "ERROR"));
    }
}
