package io.gpuaas.controlplane.traces;

import io.gpuaas.api.Trace;
import io.gpuaas.api.TracesApi;
import io.gpuaas.kernel.CorrelationId;
import java.util.List;
import org.springframework.web.bind.annotation.RestController;

@RestController
class TracesHandler implements TracesApi {

    private final Traces traces;

    TracesHandler(Traces traces) {
        this.traces = traces;
    }

    @Override
    public Trace getTrace(String correlationId) {
        return CorrelationId.find(correlationId)
                .map(traces::find)
                // Nothing can have happened under an id no request can have.
                .orElseGet(() -> new Trace(correlationId, List.of(), false, true));
    }
}
