package io.gpuaas.sdk.signin;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** The browser of the person at this machine, when there is a desktop to show it on. */
public final class DesktopBrowser {

    private final Map<String, String> environment;

    public DesktopBrowser(Map<String, String> environment) {
        this.environment = environment;
    }

    /** False when there is none, or it does not start; then the person goes to the page by hand. */
    public boolean open(URI page) {
        Optional<Path> opener = findOpener();
        if (opener.isEmpty()) {
            return false;
        }
        try {
            // Its chatter must not mix with ours.
            new ProcessBuilder(opener.get().toString(), page.toString())
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Without a display xdg-open would start a browser inside the terminal, over our own output. */
    private Optional<Path> findOpener() {
        if (System.getProperty("os.name").startsWith("Mac")) {
            return find("open");
        }
        boolean display = isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
        return display ? find("xdg-open") : Optional.empty();
    }

    private boolean isSet(String variable) {
        return !environment.getOrDefault(variable, "").isBlank();
    }

    private Optional<Path> find(String program) {
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
