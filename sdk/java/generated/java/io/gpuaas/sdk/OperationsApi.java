// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import java.io.InputStream;
import java.util.Map;

/** Live events and an overview of the platform, for operators. */
public final class OperationsApi {

    private final Transport transport;

    OperationsApi(Transport transport) {
        this.transport = transport;
    }

    /** Get an overview of the fleet, queue, billing and events. */
    public Overview getOverview() {
        Call call = Call.of("GET", "/api/v1/overview")
                .accept("application/json");
        return transport.send(call, Overview.class);
    }

    /** List the background work of all processes. */
    public BackgroundRounds listBackgroundRounds() {
        Call call = Call.of("GET", "/api/v1/background-rounds")
                .accept("application/json");
        return transport.send(call, BackgroundRounds.class);
    }

    /** Stream platform events. */
    public InputStream streamOperatorEvents(StreamOperatorEventsFilter filter) {
        Call call = Call.of("GET", "/api/v1/operator-events")
                .query(filter.parameters())
                .accept("text/event-stream");
        return transport.stream(call);
    }

    /** Filters of {@code streamOperatorEvents}. */
    public record StreamOperatorEventsFilter(Map<String, String> parameters) {

        public StreamOperatorEventsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static StreamOperatorEventsFilter none() {
            return new StreamOperatorEventsFilter(Map.of());
        }

        public StreamOperatorEventsFilter after(String after) {
            return new StreamOperatorEventsFilter(Parameters.with(parameters, "after", after));
        }
    }
}
