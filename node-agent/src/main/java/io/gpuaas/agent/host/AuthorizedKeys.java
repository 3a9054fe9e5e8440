package io.gpuaas.agent.host;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The text of an authorized_keys file that holds exactly some keys. */
final class AuthorizedKeys {

    /** A line begins with the kind of key: options, which could run commands, have no place here. */
    private static final Pattern KEY = Pattern.compile(
            "(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-ssh-ed25519@openssh.com|sk-ecdsa-sha2-nistp256@openssh.com)"
                    + " [A-Za-z0-9+/]+={0,2}( [ -~]*)?");

    private AuthorizedKeys() {}

    static boolean isKey(String line) {
        return KEY.matcher(line).matches();
    }

    static String text(List<String> keys) {
        StringBuilder text = new StringBuilder();
        keys.forEach(key -> text.append(key).append('\n'));
        return text.toString();
    }

    static Change compare(List<String> before, List<String> after) {
        Set<String> old = new HashSet<>(before);
        old.removeIf(line -> line.isBlank() || line.startsWith("#"));
        Set<String> fresh = new HashSet<>(after);
        int added = (int) fresh.stream().filter(key -> !old.contains(key)).count();
        int removed = (int) old.stream().filter(key -> !fresh.contains(key)).count();
        return new Change(added, removed);
    }

    record Change(int added, int removed) {}
}
