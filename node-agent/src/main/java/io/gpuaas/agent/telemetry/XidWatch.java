package io.gpuaas.agent.telemetry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects the driver's error numbers from kernel lines, per GPU, the latest ones. */
public final class XidWatch {

    static final int PER_GPU_MAX = 16;
    private static final Pattern XID =
            Pattern.compile("(?:\\[\\s*([0-9]+\\.[0-9]+)\\] )?.*NVRM: Xid \\(PCI:([0-9a-fA-F:.]+)\\): ([0-9]+)");

    private final Map<String, List<Integer>> seen = new HashMap<>();
    private double latest = -1;

    /** The whole ring buffer may be given each time: lines with an older or equal time stamp count once. */
    public synchronized void read(String kernelLog) {
        double newest = latest;
        for (String line : kernelLog.lines().toList()) {
            Matcher matcher = XID.matcher(line);
            if (!matcher.find()) {
                continue;
            }
            double at = matcher.group(1) == null ? Double.MAX_VALUE : Double.parseDouble(matcher.group(1));
            if (at > latest) {
                add(address(matcher.group(2)), Integer.parseInt(matcher.group(3)));
                newest = matcher.group(1) == null ? newest : Math.max(newest, at);
            }
        }
        latest = newest;
    }

    private void add(String address, int xid) {
        List<Integer> list = seen.computeIfAbsent(address, _ -> new ArrayList<>());
        list.add(xid);
        if (list.size() > PER_GPU_MAX) {
            list.removeFirst();
        }
    }

    private static String address(String kernel) {
        String text = kernel.toLowerCase(Locale.ROOT);
        return text.contains(".") ? text : text + ".0";
    }

    public synchronized List<Integer> of(String pciAddress) {
        return List.copyOf(seen.getOrDefault(pciAddress, List.of()));
    }

    /** GPUs that had an error, whether the driver still shows them or not. */
    public synchronized List<String> addresses() {
        return seen.keySet().stream().sorted().toList();
    }
}
