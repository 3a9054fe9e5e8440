package io.gpuaas.cli.apps;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes the manifest of a new app. */
final class ManifestScaffold {

    private static final String NAME = "gpuaas.app.yaml";

    private static final String TEXT = """
            # The manifest of an app. Check it with: gpuaas apps lint gpuaas.app.yaml
            schema: gpuaas.app/v1
            app: my-publisher/my-app # your publisher's namespace and the app's name
            version: 0.1.0
            profile: gpuaas.launchable_oci_workload/v1
            title: My app
            summary: One sentence that says what the app does.
            requires:
              gpus: { min: 1, vendors: [nvidia] }
              shapes: [gpu_slice, mig, bare_metal]
            artifacts:
              # The app runs exactly these bytes. With the image in artifacts/main, gpuaas apps pin writes its digest.
              main: { kind: oci_image, digest: "sha256:%s" }
            parameters:
              type: object
              required: [model]
              properties:
                model: { type: string, title: Model, maxLength: 200, pattern: "^[A-Za-z0-9._/-]+$" }
            placement:
              roles:
                server: { allocations: { min: 1, max: 1 } }
            workload:
              role: server
              image: main
              # Each element becomes one argument; no shell reads it.
              arguments: ["--model", "${parameters.model}"]
              ports:
                http: { port: 8000, protocol: http1 }
              volumes: [{ name: data, target: /data, kind: scratch, size_gib: 20 }]
              ready: { port: http, path: /health, within: 10m }
            routes:
              api: { family: api, port: http, paths: ["/*"] }
            tests:
              - name: answers
                parameters: { model: tiny }
                steps:
                  - wait: running
                  - http: { route: api, path: /health }
            """.formatted("0".repeat(64));

    private ManifestScaffold() {}

    /** Writes the file and returns its name as the user would write it. */
    static Path write(Path here, Path folder) throws IOException {
        Path name = folder.resolve(NAME).normalize();
        Path file = here.resolve(name);
        Files.createDirectories(here.resolve(folder));
        try {
            Files.writeString(file, TEXT, StandardOpenOption.CREATE_NEW);
            return name;
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException("File " + name + " exists; it is not overwritten.", e);
        }
    }
}
