package io.gpuaas.cli.apps;

import io.gpuaas.cli.session.Session;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "apps",
        description = "Write and check the manifests of apps, without a server.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas apps init my-app",
            "  gpuaas apps lint my-app/gpuaas.app.yaml",
            "  gpuaas apps lint gpuaas.app.yaml --output json",
        })
final class AppsCommand {

    private final Session session;

    AppsCommand(Session session) {
        this.session = session;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Write the manifest of a new app, which apps lint accepts as it is.",
                "The file is gpuaas.app.yaml; it must not exist yet."
            })
    void init(
            @Parameters(
                            paramLabel = "DIR",
                            arity = "0..1",
                            defaultValue = ".",
                            description = "Folder (default: the current one).")
                    Path folder)
            throws IOException {
        session.output()
                .note("Wrote " + ManifestScaffold.write(session.surroundings().here(), folder) + ".");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Check a manifest offline, by the rules of the server.",
                "Exits with 1 if it has an error. Warnings and points for a reviewer do not change the exit code."
            })
    int lint(@Parameters(paramLabel = "FILE", description = "Manifest in YAML or JSON.") Path file) throws IOException {
        return ManifestLint.print(session, file);
    }
}
