package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.gateways.GatewayStore.GatewayRecord;
import io.gpuaas.controlplane.gateways.StreamStore.StreamRecord;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.StreamId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** Opens streams for other domains: issues a token now, and gives the node its task when the token is used. */
@Component
public class GatewayStreams {

    private final StreamStore store;
    private final StreamTokens tokens;
    private final Gateways gateways;
    private final PublicUrl publicUrl;
    private final Clock clock;
    private final IdSource ids;

    GatewayStreams(
            StreamStore store, StreamTokens tokens, Gateways gateways, PublicUrl publicUrl, Clock clock, IdSource ids) {
        this.store = store;
        this.tokens = tokens;
        this.gateways = gateways;
        this.publicUrl = publicUrl;
        this.clock = clock;
        this.ids = ids;
    }

    /** The purpose of a stream: its role, its source, and its end. */
    public record Purpose(String role, String source, NodeId node, Duration tokenTime, Instant endsAt) {}

    public record Opened(StreamId id, String url, String origin, String token, Instant expiresAt) {}

    /** For the caller of the call in hand, at the least busy gateway. */
    public Opened open(Purpose purpose) {
        GatewayRecord gateway = gateways.requireLive();
        Instant now = clock.instant();
        String token = Secrets.create();
        StreamRecord stream = new StreamRecord(
                new StreamId(ids.next()),
                gateway.id(),
                purpose.node(),
                purpose.role(),
                purpose.source(),
                Call.current().caller().id(),
                now,
                now.plus(purpose.tokenTime()),
                purpose.endsAt(),
                null,
                null);
        store.add(stream);
        tokens.add(new StreamTokens.Token(Secrets.digest(token), stream.id(), stream.gateway(), stream.expiresAt()));
        return new Opened(
                stream.id(),
                gateway.report().publicUrl() + "/v1/streams",
                publicUrl.external(),
                token,
                stream.expiresAt());
    }

    /** Whether a responding gateway reports that it carries this stream between a node and a reader. */
    public boolean isCarried(String role, String source) {
        return store.isCarried(role, source, clock.instant().minus(Gateways.SILENCE_MAX));
    }

    /** How many different things of this role are carried now, however many connections each has. */
    public long countCarried(String role) {
        return store.countCarried(role, clock.instant().minus(Gateways.SILENCE_MAX));
    }

    /** All that carry this; their gateways hear of it when they next ask. */
    public void endAll(String role, String source) {
        store.endOf(role, source, clock.instant());
    }
}
