package io.gpuaas.cli.terminal;

import io.gpuaas.cli.session.Session;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Lists the commands of this package by name. */
public final class TerminalTopic {

    private TerminalTopic() {}

    public static Map<String, Supplier<Object>> of(Session session) {
        Map<String, Supplier<Object>> commands = new HashMap<>();
        commands.put("terminal", () -> new TerminalCommand(session));
        commands.put("terminals", () -> new TerminalsCommand(session));
        commands.put("recordings", () -> new RecordingsCommand(session));
        commands.put("ssh", () -> new SshCommand(session));
        commands.put("ssh-proxy", () -> new SshProxyCommand(session));
        commands.put("config-ssh", () -> new ConfigSshCommand(session));
        commands.put("port-forward", () -> new PortForwardCommand(session));
        commands.put("cp", () -> new CpCommand(session));
        commands.put("ls", () -> new LsCommand(session));
        commands.put("demo", () -> new DemoCommand(session));
        return commands;
    }
}
