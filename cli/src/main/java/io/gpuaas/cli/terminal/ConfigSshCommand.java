package io.gpuaas.cli.terminal;

import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationAccess;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.AllocationsApi.ListAllocationsFilter;
import io.gpuaas.sdk.PageRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "config-ssh",
        mixinStandardHelpOptions = true,
        description = {
            "Let ssh, scp, rsync and editors reach your active allocations as NAME.gpuaas, through a gateway.",
            "Writes ~/.ssh/gpuaas and includes it in ~/.ssh/config. Run it again when allocations have changed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas config-ssh",
            "  gpuaas config-ssh --remove",
        })
final class ConfigSshCommand implements Callable<Integer> {

    /** As many as one request lists. */
    private static final int ALLOCATIONS_MAX = PageRequest.LIMIT_MAX;

    /** A name that ssh takes as it is; allocations with another name are reached by their id. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private final Session session;

    @Mixin
    private TheProject in = new TheProject();

    @Option(names = "--remove", description = "Remove what this command wrote.")
    private boolean remove;

    ConfigSshCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        Path home = session.surroundings()
                .variable("HOME")
                .map(Path::of)
                .orElseThrow(() -> new IllegalStateException("HOME is not set, so there is no ~/.ssh to write to."));
        SshConfiguration configuration = new SshConfiguration(home.resolve(".ssh"));
        if (remove) {
            configuration.remove();
            session.output().page(Map.of("hosts", List.of()), () -> List.of("Removed ~/.ssh/gpuaas."));
            return 0;
        }
        ProjectId project = in.choose(session.connect());
        List<SshConfiguration.Host> hosts = hosts(project);
        configuration.write(hosts);
        session.output()
                .page(
                        Map.of(
                                "hosts",
                                hosts.stream().map(SshConfiguration.Host::alias).toList()),
                        () -> hosts.isEmpty()
                                ? List.of("The project has no active allocation.")
                                : hosts.stream()
                                        .map(host -> "ssh " + host.alias())
                                        .toList());
        return 0;
    }

    private List<SshConfiguration.Host> hosts(ProjectId project) {
        List<SshConfiguration.Host> hosts = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Allocation allocation : session.connect()
                .allocations()
                .listAllocations(
                        project,
                        ListAllocationsFilter.none().state(AllocationState.ACTIVE),
                        PageRequest.ofSize(ALLOCATIONS_MAX))
                .items()) {
            // A listing has no logins.
            AllocationAccess access = session.connect()
                    .allocations()
                    .getAllocation(project, allocation.id())
                    .access();
            if (access != null) {
                boolean isPlain = PLAIN.matcher(allocation.name()).matches() && names.add(allocation.name());
                hosts.add(new SshConfiguration.Host(
                        (isPlain ? allocation.name() : allocation.id().toString()) + ".gpuaas",
                        allocation.id().toString(),
                        SshLogin.of(access),
                        SshProxy.command(session, project, allocation.id())));
            }
        }
        return hosts;
    }
}
