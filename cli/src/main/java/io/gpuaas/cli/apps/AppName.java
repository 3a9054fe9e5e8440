package io.gpuaas.cli.apps;

/** The name of an app: its publisher's namespace and its own name, as in acme/vllm. */
public record AppName(String namespace, String name) {

    public static AppName parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            throw new IllegalArgumentException("not an app's name: " + text);
        }
        return new AppName(parts[0], parts[1]);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
