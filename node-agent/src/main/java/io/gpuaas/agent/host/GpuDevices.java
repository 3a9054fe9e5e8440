package io.gpuaas.agent.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which device files stand for which GPU and MIG instance, as the driver tells in /proc. Whoever can open them can
 * compute there: the driver asks for nothing else.
 */
final class GpuDevices {

    private static final Pattern UUID_LINE = Pattern.compile("GPU UUID:\\s+(GPU-\\S+)");
    private static final Pattern MINOR_LINE = Pattern.compile("Device Minor:\\s+(\\d+)");

    /** Needed for any work on any GPU; they give nothing by themselves. */
    private static final List<String> COMMON = List.of("/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools");

    private final Path root;

    GpuDevices(Path root) {
        this.root = root;
    }

    record Gpu(String pciAddress, String uuid, int minor) {}

    /** A MIG instance by the number the driver gave it. */
    record Instance(String pciAddress, int id, String uuid) {}

    List<Gpu> list() throws IOException {
        Path folder = root.resolve("proc/driver/nvidia/gpus");
        List<Gpu> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> gpus = Files.newDirectoryStream(folder)) {
                for (Path gpu : gpus) {
                    String text = Files.readString(gpu.resolve("information"));
                    Matcher uuid = UUID_LINE.matcher(text);
                    Matcher minor = MINOR_LINE.matcher(text);
                    if (uuid.find() && minor.find()) {
                        found.add(new Gpu(
                                gpu.getFileName().toString().toLowerCase(Locale.ROOT),
                                uuid.group(1),
                                Integer.parseInt(minor.group(1))));
                    }
                }
            }
        }
        return found;
    }

    Optional<Gpu> find(String pciAddress) throws IOException {
        return list().stream()
                .filter(gpu -> gpu.pciAddress().equals(pciAddress))
                .findFirst();
    }

    static String node(Gpu gpu) {
        return "/dev/nvidia" + gpu.minor();
    }

    /** The GPU it is a part of, and the two capabilities without which that gives nothing. */
    List<String> nodes(Instance instance) throws IOException {
        Gpu gpu = find(instance.pciAddress())
                .orElseThrow(() -> new IOException("the driver does not show GPU " + instance.pciAddress()));
        String prefix = "gpu" + gpu.minor() + "/gi" + instance.id() + "/";
        return List.of(node(gpu), capability(prefix + "access"), capability(prefix + "ci0/access"));
    }

    private String capability(String name) throws IOException {
        for (String line : Files.readAllLines(root.resolve("proc/driver/nvidia-caps/mig-minors"))) {
            if (line.startsWith(name + " ")) {
                return "/dev/nvidia-caps/nvidia-cap"
                        + Integer.parseInt(line.substring(name.length()).strip());
            }
        }
        throw new IOException("the driver has no capability " + name);
    }

    /** Of those that every GPU needs, the ones this host has. */
    List<String> common() {
        return COMMON.stream().filter(node -> Files.exists(inRoot(node))).toList();
    }

    boolean exists(String node) {
        return Files.exists(inRoot(node));
    }

    /** Every GPU and every capability, also the one to divide GPUs. */
    List<String> listNodes() throws IOException {
        TreeSet<String> nodes = new TreeSet<>();
        addNodes(nodes, "/dev", "nvidia[0-9]*");
        addNodes(nodes, "/dev/nvidia-caps", "nvidia-cap[0-9]*");
        return List.copyOf(nodes);
    }

    private void addNodes(Set<String> nodes, String folder, String glob) throws IOException {
        if (Files.isDirectory(inRoot(folder))) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(inRoot(folder), glob)) {
                found.forEach(node -> nodes.add(folder + "/" + node.getFileName()));
            }
        }
    }

    private Path inRoot(String node) {
        return root.resolve(node.substring(1));
    }
}
