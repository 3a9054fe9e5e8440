package io.gpuaas.agent.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The user ids a login can act as: its own, and those the host lets it use in user namespaces (/etc/subuid). An id that
 * is another account's is never among them, whatever that file says.
 */
record LoginIds(int uid, List<Range> subordinate, Set<Integer> others) {

    record Range(long first, long count) {

        boolean contains(long id) {
            return id >= first && id < first + count;
        }
    }

    LoginIds {
        subordinate = List.copyOf(subordinate);
        others = Set.copyOf(others);
    }

    static LoginIds of(int uid) {
        return new LoginIds(uid, List.of(), Set.of());
    }

    static LoginIds read(Path passwd, Path subuid, String name, int uid) throws IOException {
        List<Range> ranges = new ArrayList<>();
        for (String[] cells : lines(subuid)) {
            if (cells.length == 3 && (cells[0].equals(name) || cells[0].equals(Integer.toString(uid)))) {
                ranges.add(new Range(Long.parseLong(cells[1]), Long.parseLong(cells[2])));
            }
        }
        Set<Integer> others = new HashSet<>();
        for (String[] cells : lines(passwd)) {
            if (cells.length >= 3 && !cells[0].equals(name)) {
                others.add(Integer.parseUnsignedInt(cells[2]));
            }
        }
        others.remove(uid);
        return new LoginIds(uid, ranges, others);
    }

    private static List<String[]> lines(Path file) throws IOException {
        return Files.notExists(file)
                ? List.of()
                : Files.readAllLines(file, java.nio.charset.StandardCharsets.ISO_8859_1).stream()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(line -> line.strip().split(":", -1))
                        .toList();
    }

    boolean contains(int id) {
        long number = Integer.toUnsignedLong(id);
        return id == uid
                || (number != 0
                        && !others.contains(id)
                        && subordinate.stream().anyMatch(range -> range.contains(number)));
    }
}
