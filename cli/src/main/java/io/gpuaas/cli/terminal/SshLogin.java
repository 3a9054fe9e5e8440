package io.gpuaas.cli.terminal;

import io.gpuaas.cli.output.Words;
import io.gpuaas.sdk.AllocationAccess;
import java.util.List;
import java.util.regex.Pattern;

/** An allocation's SSH login as the server returned it. Its values must not become an option or a second argument of ssh. */
record SshLogin(String username, String host, int port, List<String> hostKeys) {

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9\\[][A-Za-z0-9.:\\[\\]-]*");
    private static final Pattern LOGIN = Pattern.compile("[a-z_][a-z0-9_-]*");
    private static final Pattern KEY = Pattern.compile("[a-z0-9@.-]+ [A-Za-z0-9+/=]+( [!-~ ]*)?");

    SshLogin {
        require(LOGIN, username);
        require(HOST, host);
        hostKeys = List.copyOf(hostKeys);
        hostKeys.forEach(key -> require(KEY, key));
    }

    static SshLogin of(AllocationAccess access) {
        return new SshLogin(
                access.username(),
                access.host(),
                access.port(),
                access.hostKeys() == null ? List.of() : access.hostKeys());
    }

    private static void require(Pattern pattern, String value) {
        if (!pattern.matcher(value).matches()) {
            throw new IllegalStateException("The server returned an invalid SSH login: " + Words.printable(value));
        }
    }
}
