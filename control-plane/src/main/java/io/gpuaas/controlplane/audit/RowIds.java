package io.gpuaas.controlplane.audit;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A set of row ids, kept as the ranges PostgreSQL's int8multirange writes: {[1,4),[9,10)}. */
record RowIds(String text, TreeMap<Long, Long> endByStart) {

    private static final Pattern RANGE = Pattern.compile("\\[(\\d+),(\\d+)\\)");

    static RowIds parse(String text) {
        TreeMap<Long, Long> ranges = new TreeMap<>();
        Matcher range = RANGE.matcher(text);
        while (range.find()) {
            ranges.put(Long.valueOf(range.group(1)), Long.valueOf(range.group(2)));
        }
        return new RowIds(text, ranges);
    }

    /** Ids of any of these sets. */
    static RowIds union(Collection<RowIds> sets) {
        TreeMap<Long, Long> ranges = new TreeMap<>();
        sets.forEach(set -> ranges.putAll(set.endByStart));
        return new RowIds("", ranges);
    }

    boolean contains(long id) {
        Map.Entry<Long, Long> range = endByStart.floorEntry(id);
        return range != null && id < range.getValue();
    }
}
