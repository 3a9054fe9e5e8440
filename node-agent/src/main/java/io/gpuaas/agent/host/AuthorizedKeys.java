package io.gpuaas.agent.host;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An authorized_keys file: the block between two marks is ours, everything else belongs to its owner and stays as it is.
 */
record AuthorizedKeys(List<String> foreign, List<String> ours) {

    private static final String BEGIN = "# BEGIN gpuaas: keys of the project's members, changes here are lost";
    private static final String END = "# END gpuaas";

    /** A line begins with the kind of key: options, which could run commands, have no place here. */
    private static final Pattern KEY = Pattern.compile(
            "(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-ssh-ed25519@openssh.com|sk-ecdsa-sha2-nistp256@openssh.com)"
                    + " [A-Za-z0-9+/]+={0,2}( [ -~]*)?");

    AuthorizedKeys {
        foreign = List.copyOf(foreign);
        ours = List.copyOf(ours);
    }

    static boolean isKey(String line) {
        return KEY.matcher(line).matches();
    }

    /** A block whose end was removed reaches to the end of the file: better a foreign key lost than one of ours kept. */
    static AuthorizedKeys read(String text) {
        List<String> foreign = new ArrayList<>();
        List<String> ours = new ArrayList<>();
        boolean isOurs = false;
        // Only line feeds separate: whatever else its owner wrote must come back as it was.
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length - (text.endsWith("\n") || text.isEmpty() ? 1 : 0); i++) {
            String line = lines[i];
            if (line.equals(BEGIN)) {
                isOurs = true;
            } else if (line.equals(END)) {
                isOurs = false;
            } else {
                (isOurs ? ours : foreign).add(line);
            }
        }
        return new AuthorizedKeys(foreign, ours);
    }

    AuthorizedKeys with(List<String> keys) {
        return new AuthorizedKeys(foreign, keys);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        foreign.forEach(line -> text.append(line).append('\n'));
        text.append(BEGIN).append('\n');
        ours.forEach(key -> text.append(key).append('\n'));
        return text.append(END).append('\n').toString();
    }

    Change changeTo(List<String> keys) {
        Set<String> old = new HashSet<>(ours);
        Set<String> fresh = new HashSet<>(keys);
        int added = (int) fresh.stream().filter(key -> !old.contains(key)).count();
        int removed = (int) old.stream().filter(key -> !fresh.contains(key)).count();
        return new Change(added, removed);
    }

    record Change(int added, int removed) {}
}
