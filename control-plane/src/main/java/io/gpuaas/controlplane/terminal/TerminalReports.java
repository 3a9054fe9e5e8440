package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.nodes.NodeUpload;
import io.gpuaas.kernel.TerminalId;
import java.time.Clock;
import java.util.NoSuchElementException;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes nodes' reports about ended terminals: a shell exits without a call to the control plane, and a shell that died
 * with its agent is reported by the next agent.
 */
@Component
class TerminalReports implements NodeUpload {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern REASON = Pattern.compile("[a-z_]{1,60}");

    private final TerminalStore store;
    private final Clock clock;

    TerminalReports(TerminalStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    record Noted(String terminalId) {}

    @Override
    public String name() {
        return "terminals";
    }

    @Override
    public Noted take(Arrived arrived) {
        TerminalRecord terminal = store.find(id(arrived))
                .filter(found -> found.node().equals(arrived.node()))
                .orElseThrow(TerminalErrors::noSuchTerminal);
        store.end(terminal.id(), read(arrived.body().bytes()), clock.instant());
        return new Noted(terminal.id().toString());
    }

    /** The terminal is over in any case, also when the node gives no reason. */
    private static TerminalEnd read(byte[] said) {
        try {
            JsonNode report = JSON.readTree(said);
            String reason = report.path("reason").asString("");
            JsonNode code = report.path("code");
            return REASON.matcher(reason).matches()
                    ? new TerminalEnd(reason, code.isInt() ? code.intValue() : null)
                    : TerminalEnd.UNKNOWN;
        } catch (JacksonException e) {
            return TerminalEnd.UNKNOWN;
        }
    }

    private static TerminalId id(Arrived arrived) {
        try {
            return TerminalId.parse(arrived.words().getFirst());
        } catch (IllegalArgumentException | NoSuchElementException e) {
            throw TerminalErrors.noSuchTerminal();
        }
    }
}
