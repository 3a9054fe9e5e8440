package io.gpuaas.cli.operations;

import io.gpuaas.cli.session.Session;
import io.gpuaas.sdk.ReferenceApi;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "errors",
        mixinStandardHelpOptions = true,
        description = "Explain an error code, or list all of them; works without signing in.",
        footerHeading = "%nExamples:%n",
        footer = {"  gpuaas errors", "  gpuaas errors slug_taken"})
final class ErrorsCommand implements Runnable {

    private final Session session;

    @Parameters(paramLabel = "CODE", arity = "0..1", description = "Error code.")
    private @Nullable String code;

    ErrorsCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        ReferenceApi reference = session.connectAnonymously().reference();
        if (code == null) {
            session.output().list(reference.listErrorCodes().items().iterator(), "code", "status", "blame", "title");
        } else {
            session.output().one(reference.getErrorCode(code));
        }
    }
}
