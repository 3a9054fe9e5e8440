package io.gpuaas.cli.fleet;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.sdk.CreateLogStream;
import io.gpuaas.sdk.GatewaysApi;
import io.gpuaas.sdk.LogStream;
import io.gpuaas.sdk.NodeLogSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "logs",
        description = "Print the end of a node's log; with --follow, keep printing new lines.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas nodes logs 0198c0de-0000-7000-8000-000000000007 --follow --tail 100",
        })
final class NodeLogsCommand implements Callable<Integer> {

    private final Session session;

    @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID)
    @SuppressWarnings("NullAway.Init")
    private NodeId node;

    @Option(
            names = "--source",
            paramLabel = "SOURCE",
            defaultValue = "agent",
            description = "Log to read: agent, kernel, libvirt, containers or nvidia (default: agent).")
    @SuppressWarnings("NullAway.Init")
    private String source;

    @Option(
            names = "--tail",
            paramLabel = "N",
            defaultValue = "100",
            description = "Maximum number of lines to show first (default: 100).")
    private int tail;

    @Option(
            names = {"-f", "--follow"},
            description = "Keep printing new lines until Ctrl-C.")
    private boolean follow;

    NodeLogsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        GatewaysApi gateways = session.connect().gateways();
        LogStream stream = gateways.createLogStream(
                node,
                new CreateLogStream(Words.choose(NodeLogSource.values(), NodeLogSource::wire, source), tail, follow));
        String reason;
        try (StreamReader reader = StreamReader.connect(stream)) {
            reason = reader.copyTo(
                    session.terminal().foreignText(), session.terminal().err());
        } finally {
            gateways.closeLogStream(node, stream.id());
        }
        if (!reason.equals("end_of_log")) {
            session.terminal().err().println("Stream ended: " + Words.printable(reason.replace('_', ' ')) + ".");
            return ExitCode.REFUSED;
        }
        return 0;
    }
}
