package io.gpuaas.cli.command;

import io.gpuaas.cli.allocations.AllocationWait;
import io.gpuaas.cli.allocations.AllocationWish;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.AllocationsApi;
import io.gpuaas.sdk.CreateAllocation;
import io.gpuaas.sdk.StartCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Allocate GPUs, run a program on them and release them; exits with the program's exit code.",
            "Progress goes to standard error. The allocation is released in any case, unless --keep is given."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas run --sku h100-sxm-slice --count 4 -- python train.py",
            "  gpuaas run --sku h100-sxm-slice --workdir . --keep -- python train.py",
        })
final class RunCommand implements Callable<Integer> {

    /** In the home directory. */
    private static final String WORKDIR_THERE = "work";

    private final Session session;

    @Mixin
    private TheProject in = new TheProject();

    @Mixin
    private AllocationWish wish = new AllocationWish();

    @Mixin
    private Program program = new Program();

    @Option(names = "--keep", description = "Do not release the allocation.")
    private boolean keep;

    @Option(names = "--queue", description = "Join the queue if no capacity is available.")
    private boolean inQueue;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Give up waiting for the allocation after this many seconds (default: 600).")
    private int timeoutSeconds = 600;

    @Option(
            names = "--workdir",
            paramLabel = "FOLDER",
            description =
                    "Local folder to copy to the allocation and run in, at most 200,000 files and 10 GB. Files that"
                            + " match a line of its .gpuaasignore are left out; links are copied, not followed.")
    private @Nullable Path workdir;

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = "After --: the program and its arguments. No shell interprets them.")
    private List<String> argv = List.of();

    RunCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        boolean hasInput = !program.noInput && CommandStreams.isInputPiped(session.terminal());
        StartCommand wanted = program.body(argv, workdir == null ? null : WORKDIR_THERE, hasInput);
        ProjectId project = in.choose(session.connect());
        AllocationsApi api = session.connect().allocations();
        // Before an allocation costs anything.
        FolderUpload.@Nullable Content folder = workdir == null
                ? null
                : FolderUpload.read(session, session.surroundings().here().resolve(workdir));
        CreateAllocation body = wish.body(inQueue);
        AllocationRelease release =
                new AllocationRelease(id -> api.releaseAllocation(project, id), this::tell, AllocationRelease.PAUSE);
        if (!keep) {
            // Installed before the creation: a signal may arrive while the server creates the allocation.
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(release::run));
        }
        try {
            Allocation created = release.create(() -> api.createAllocation(project, body), Allocation::id);
            tell("Allocation " + created.id() + " requested.");
            Allocation active = new AllocationWait(session, api, created)
                    .until(AllocationState.ACTIVE, Duration.ofSeconds(timeoutSeconds));
            if (active.state() != AllocationState.ACTIVE) {
                tell("The allocation did not become active; it is "
                        + active.state().wire() + ".");
                return Following.NO_CODE;
            }
            return run(active, folder, wanted, hasInput);
        } finally {
            if (!keep) {
                release.run();
            }
        }
    }

    private int run(Allocation active, FolderUpload.@Nullable Content folder, StartCommand wanted, boolean hasInput)
            throws IOException, InterruptedException {
        if (folder != null) {
            FolderUpload.Copied copied =
                    new FolderUpload(session, active.projectId(), active.id()).copy(folder, WORKDIR_THERE, true, false);
            FolderCopies.lines(copied).forEach(this::tell);
            if (!copied.isComplete()) {
                return Following.NO_CODE;
            }
        }
        return following(active, CommandStreams.of(session.terminal(), hasInput))
                .run(wanted, true);
    }

    private Following following(Allocation active, CommandStreams streams) {
        return new Following(session.connect().commands(), active.projectId(), active.id(), streams, this::tell);
    }

    private void tell(String sentence) {
        session.terminal().err().println(sentence);
    }
}
