package io.gpuaas.agent.host;

import java.util.List;
import java.util.regex.Pattern;

/** Where a virtual machine answers SSH, who signs in there, and the keys its maker knows it by. */
public record GuestShell(String address, int port, String username, List<String> hostKeys) {

    /** The machine's name in the known-hosts file. */
    static final String ALIAS = "guest";

    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.:-]*");
    private static final Pattern LOGIN = Pattern.compile("[a-z_][a-z0-9_-]*");
    private static final Pattern KEY = Pattern.compile("[a-z0-9@.-]+ [A-Za-z0-9+/=]+");

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
}
