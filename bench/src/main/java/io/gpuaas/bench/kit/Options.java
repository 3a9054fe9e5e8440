package io.gpuaas.bench.kit;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command line options of a benchmark, each with a default: {@code --events 200000}. */
public record Options(Map<String, String> values) {

    public static Options of(String... namesAndDefaults) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < namesAndDefaults.length; i += 2) {
            values.put(namesAndDefaults[i], namesAndDefaults[i + 1]);
        }
        return new Options(values);
    }

    public Options read(List<String> arguments) {
        Map<String, String> read = new LinkedHashMap<>(values);
        for (int i = 0; i < arguments.size(); i += 2) {
            String name = arguments.get(i).replaceFirst("^--", "");
            if (!arguments.get(i).startsWith("--") || !values.containsKey(name)) {
                throw new IllegalArgumentException("unknown option " + arguments.get(i));
            }
            if (i + 1 == arguments.size() || !arguments.get(i + 1).matches("[1-9][0-9]{0,8}(,[1-9][0-9]{0,8})*")) {
                throw new IllegalArgumentException("--" + name + " needs a positive number");
            }
            read.put(name, arguments.get(i + 1));
        }
        return new Options(read);
    }

    public int number(String name) {
        List<Integer> all = numbers(name);
        if (all.size() != 1) {
            throw new IllegalArgumentException("--" + name + " takes one number");
        }
        return all.getFirst();
    }

    public List<Integer> numbers(String name) {
        String text = values.get(name);
        if (text == null) {
            throw new IllegalArgumentException("there is no option --" + name);
        }
        return Arrays.stream(text.split(",")).map(Integer::valueOf).toList();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) ->
                text.append(" [--").append(name).append(' ').append(value).append(']'));
        return text.toString();
    }
}
