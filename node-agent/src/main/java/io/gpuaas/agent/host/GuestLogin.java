package io.gpuaas.agent.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A login in a virtual machine, reached from its host with the host's own ssh. For a shell it runs on the pseudo
 * terminal a shell of the host would have, so window, exit code, recording and flow are the same as everywhere: a
 * terminal nobody reads fills its pseudo terminal, ssh reads no more, and the window of the SSH channel closes. The
 * keys of the machine are those its maker was told; any other host is not talked to.
 */
record GuestLogin(GuestShell guest, Path known, Path identity) implements Login {

    private static final String HOME = "/";

    @Override
    public Shell shell() {
        return ssh("-tt", List.of());
    }

    /** ssh passes the command as one line to a shell in the machine, so each word is quoted for that shell. */
    @Override
    public Shell running(List<String> program) {
        return ssh("-T", List.of(program.stream().map(GuestLogin::quoted).collect(Collectors.joining(" "))));
    }

    @Override
    public Shell running(List<String> program, Map<String, String> variables) {
        List<String> words = new ArrayList<>(List.of("env"));
        variables.forEach((name, value) -> words.add(name + "=" + value));
        words.addAll(program);
        return running(words);
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private Shell ssh(String terminal, List<String> program) {
        List<String> command = new ArrayList<>(List.of("ssh", "-F", "none", terminal, "-p", "" + guest.port()));
        options().forEach((name, value) -> command.addAll(List.of("-o", name + "=" + value)));
        command.addAll(List.of("--", guest.username() + "@" + guest.address()));
        command.addAll(program);
        return new Shell(
                command, Shell.environment(guest.username(), HOME), Path.of(HOME), null, TenantUnits.arePossible());
    }

    private Map<String, Object> options() {
        return Map.ofEntries(
                Map.entry("UserKnownHostsFile", known),
                Map.entry("GlobalKnownHostsFile", "/dev/null"),
                Map.entry("HostKeyAlias", GuestShell.ALIAS),
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
