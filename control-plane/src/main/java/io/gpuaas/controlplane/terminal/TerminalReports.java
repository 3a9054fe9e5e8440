package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.nodes.NodeUpload;
import io.gpuaas.kernel.TerminalId;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.NoSuchElementException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What nodes say about terminals that ended there: a shell that exits ends without anybody asking the control plane, and
 * so does one that died with its agent, which the next agent tells.
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
        String reason = reason(arrived.body().bytes());
        store.end(terminal.id(), reason, clock.instant().truncatedTo(ChronoUnit.MICROS));
        return new Noted(terminal.id().toString());
    }

    /** It is over in any case; null when the node does not say why in a word. */
    private static @Nullable String reason(byte[] said) {
        try {
            String reason = JSON.readTree(said).path("reason").asString("");
            return REASON.matcher(reason).matches() ? reason : null;
        } catch (JacksonException e) {
            return null;
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
