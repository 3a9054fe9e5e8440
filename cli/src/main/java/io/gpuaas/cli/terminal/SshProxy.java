package io.gpuaas.cli.terminal;

import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Builds the value of ssh's ProxyCommand: this program again, with the same server and sign-in. */
final class SshProxy {

    private SshProxy() {}

    /** ssh passes it to a shell and expands percent signs before. */
    static String command(Session session, ProjectId project, AllocationId allocation) {
        List<String> words = new ArrayList<>(List.of(System.getProperty("gpuaas.program", "gpuaas"), "ssh-proxy"));
        words.addAll(session.repeatedOptions());
        words.addAll(List.of("--project", project.toString(), allocation.toString()));
        return words.stream().map(SshProxy::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        String escaped = word.replace("%", "%%");
        return escaped.matches("[A-Za-z0-9_./:@%=-]+") ? escaped : "'" + escaped.replace("'", "'\\''") + "'";
    }
}
