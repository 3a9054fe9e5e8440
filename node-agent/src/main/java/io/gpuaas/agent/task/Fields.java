package io.gpuaas.agent.task;

import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Bounds of payload fields, as contracts/node-tasks states them. */
final class Fields {

    static final Pattern LOGIN = Pattern.compile("[a-z_][a-z0-9_-]*");
    static final Pattern PCI_ADDRESS = Pattern.compile("[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");
    static final Pattern GATEWAY_URL = Pattern.compile("wss://[!-~]+");
    static final Pattern PRINTABLE = Pattern.compile("[ -~]+");
    static final Pattern ANYTHING = Pattern.compile(".*", Pattern.DOTALL);

    private Fields() {}

    static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    static String text(String name, @Nullable String value, int lengthMax, Pattern pattern) {
        String text = required(name, value);
        check(text.length() <= lengthMax, name + " is longer than " + lengthMax);
        check(pattern.matcher(text).matches(), name + " has another form than allowed");
        return text;
    }

    static String login(@Nullable String value) {
        return text("username", value, 32, LOGIN);
    }

    static String gatewayUrl(@Nullable String value) {
        return text("gateway_url", value, 500, GATEWAY_URL);
    }

    static List<String> texts(
            String name, @Nullable List<String> values, int itemsMax, int lengthMax, Pattern pattern) {
        List<String> list = values == null ? List.of() : List.copyOf(values);
        check(list.size() <= itemsMax, name + " has more than " + itemsMax + " items");
        list.forEach(value -> text(name, value, lengthMax, pattern));
        return list;
    }

    static List<String> distinct(String name, List<String> values) {
        check(new HashSet<>(values).size() == values.size(), name + " names something twice");
        return values;
    }

    static List<String> pciAddresses(String name, @Nullable List<String> values) {
        return distinct(name, texts(name, values, 16, 16, PCI_ADDRESS));
    }

    static List<String> sshKeys(@Nullable List<String> values) {
        return distinct("ssh_keys", texts("ssh_keys", required("ssh_keys", values), 200, 2000, PRINTABLE));
    }

    static List<Leased.Device> leases(@Nullable List<Leased.Device> values) {
        List<Leased.Device> list = values == null ? List.of() : List.copyOf(values);
        check(list.size() <= 64, "leases has more than 64 items");
        return list;
    }

    static void range(String name, @Nullable Long value, long min, long max) {
        check(value == null || (value >= min && value <= max), name + " is not between " + min + " and " + max);
    }

    static void range(String name, @Nullable Integer value, long min, long max) {
        range(name, value == null ? null : Long.valueOf(value), min, max);
    }

    static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
