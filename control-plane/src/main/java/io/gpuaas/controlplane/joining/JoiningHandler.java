package io.gpuaas.controlplane.joining;

import io.gpuaas.api.AgentPackage;
import io.gpuaas.api.AgentPackageKind;
import io.gpuaas.api.JoinLine;
import io.gpuaas.api.JoiningApi;
import io.gpuaas.api.NodeChecks;
import io.gpuaas.controlplane.nodes.NodeServerUrl;
import io.gpuaas.kernel.NodeId;
import java.util.Optional;
import org.springframework.web.bind.annotation.RestController;

@RestController
class JoiningHandler implements JoiningApi {

    private final JoinScript script;
    private final AgentPackages packages;
    private final NodeServerUrl nodeServer;
    private final HostChecks checks;

    JoiningHandler(JoinScript script, AgentPackages packages, NodeServerUrl nodeServer, HostChecks checks) {
        this.script = script;
        this.packages = packages;
        this.nodeServer = nodeServer;
        this.checks = checks;
    }

    @Override
    public JoinLine getJoinLine() {
        Optional<JoinScript.Made> made = script.find();
        return new JoinLine(
                made.map(script::line).orElse(null),
                made.map(one -> script.url()).orElse(null),
                made.map(JoinScript.Made::sha256).orElse(null),
                nodeServer.value(),
                script.authoritySha256(),
                packages.list().stream().map(this::view).toList());
    }

    private AgentPackage view(AgentPackages.Entry one) {
        AgentPackageKind kind = switch (one.kind()) {
            case ARCHIVE -> AgentPackageKind.ARCHIVE;
            case DEB -> AgentPackageKind.DEB;
        };
        return new AgentPackage(
                one.name(), kind, one.architecture(), one.bytes(), one.sha256(), script.url() + "/" + one.name());
    }

    @Override
    public NodeChecks getNodeChecks(NodeId node) {
        return checks.require(node);
    }
}
