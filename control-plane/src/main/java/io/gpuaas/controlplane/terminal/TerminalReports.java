package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.nodes.NodeUpload;
import io.gpuaas.kernel.TerminalId;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.NoSuchElementException;
import org.springframework.stereotype.Component;

/** What nodes say about terminals that ended there: a shell that exits ends without anybody asking the control plane. */
@Component
class TerminalReports implements NodeUpload {

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
        store.end(terminal.id(), clock.instant().truncatedTo(ChronoUnit.MICROS));
        return new Noted(terminal.id().toString());
    }

    private static TerminalId id(Arrived arrived) {
        try {
            return TerminalId.parse(arrived.words().getFirst());
        } catch (IllegalArgumentException | NoSuchElementException e) {
            throw TerminalErrors.noSuchTerminal();
        }
    }
}
