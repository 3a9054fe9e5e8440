package io.gpuaas.cli.command;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "sync",
        mixinStandardHelpOptions = true,
        description = {
            "Copy the files of a local folder that an allocation does not have yet.",
            "Files of the same size and time are not sent again, so a copy that broke off goes on where it was."
                    + " Files that match the folder's .gpuaasignore, which has the form of a .gitignore, are left out,"
                    + " and so are links that lead out of the folder."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas sync . training:work",
            "  gpuaas sync data 0198c0de-0000-7000-8000-000000000007:data --delete",
        })
final class SyncCommand implements Callable<Integer> {

    private static final Pattern REMOTE = Pattern.compile("([^/:]+):(?:~/)?(.+)");

    private final Session session;

    @Mixin
    private TheProject in = new TheProject();

    @Parameters(index = "0", paramLabel = "FOLDER", description = "Local folder.")
    @SuppressWarnings("NullAway.Init")
    private Path from;

    @Parameters(
            index = "1",
            paramLabel = "ALLOCATION:PATH",
            description = "Folder in the allocation, relative to the home directory. It is created if needed.")
    @SuppressWarnings("NullAway.Init")
    private String to;

    @Option(names = "--delete", description = "Delete files there that the local folder does not have.")
    private boolean deletes;

    SyncCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Matcher target = REMOTE.matcher(to);
        if (!target.matches()) {
            throw new IllegalArgumentException("The second argument must be ALLOCATION:PATH.");
        }
        FolderUpload upload = new FolderUpload(
                session, in.choose(session.connect()), new Lookup(session).allocation(in, target.group(1)));
        FolderUpload.Copied copied = upload.copy(
                FolderUpload.read(session, session.surroundings().here().resolve(from)),
                target.group(2),
                false,
                deletes);
        session.output().page(FolderCopies.fields(copied), () -> FolderCopies.lines(copied));
        return copied.isComplete() ? 0 : ExitCode.REFUSED;
    }
}
