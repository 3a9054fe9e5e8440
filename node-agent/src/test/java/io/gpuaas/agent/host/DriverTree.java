package io.gpuaas.agent.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the files of an NVIDIA driver in /proc and /dev below a test's folder. */
final class DriverTree {

    private DriverTree() {}

    /** GPUs 0 to count - 1; the numbers of devices are not those of the order on the bus. */
    static void build(Path root, int count) throws IOException {
        StringBuilder minors = new StringBuilder("config 1\nmonitor 2\n");
        Path dev = root.resolve("dev");
        Files.createDirectories(dev.resolve("nvidia-caps"));
        for (int gpu = 0; gpu < count; gpu++) {
            int minor = count - 1 - gpu;
            Path folder = Files.createDirectories(root.resolve("proc/driver/nvidia/gpus/0000:%d8:00.0".formatted(gpu)));
            Files.writeString(folder.resolve("information"), """
                    Model: \t\t NVIDIA H100 80GB HBM3
                    IRQ:   \t\t 16
                    GPU UUID: \t GPU-%d
                    Video BIOS: \t 96.00.30.00.01
                    Bus Location: \t 0000:%d8:00.0
                    Device Minor: \t %d
                    GPU Excluded:\t No
                    """.formatted(gpu, gpu, minor));
            createOnce(dev.resolve("nvidia" + minor));
        }
        int next = 3;
        for (int gpu = 0; gpu < count; gpu++) {
            for (int instance = 0; instance < 15; instance++) {
                minors.append("gpu%d/gi%d/access %d%n".formatted(gpu, instance, next++));
                minors.append("gpu%d/gi%d/ci0/access %d%n".formatted(gpu, instance, next++));
            }
        }
        Files.writeString(
                Files.createDirectories(root.resolve("proc/driver/nvidia-caps")).resolve("mig-minors"),
                minors.toString());
        for (String node : new String[] {"nvidiactl", "nvidia-uvm", "fuse", "nvidia-caps/nvidia-cap1"}) {
            createOnce(dev.resolve(node));
        }
    }

    static void createOnce(Path file) throws IOException {
        if (Files.notExists(file)) {
            Files.createFile(file);
        }
    }
}
