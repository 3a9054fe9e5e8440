package io.gpuaas.controlplane.traces;

import io.gpuaas.api.Trace;
import io.gpuaas.api.TracesApi;
import io.gpuaas.controlplane.platform.TraceScope;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.function.Function;
import org.springframework.web.bind.annotation.RestController;

@RestController
class TracesHandler implements TracesApi {

    private final Traces traces;

    TracesHandler(Traces traces) {
        this.traces = traces;
    }

    @Override
    public Trace getTrace(String correlationId) {
        return find(correlationId, traces::find);
    }

    @Override
    public Trace getTenantTrace(TenantId tenant, String correlationId) {
        return find(correlationId, correlation -> traces.find(correlation, TraceScope.of(tenant)));
    }

    @Override
    public Trace getProjectTrace(ProjectId project, String correlationId) {
        return find(correlationId, correlation -> traces.find(correlation, TraceScope.of(project)));
    }

    private static Trace find(String correlationId, Function<CorrelationId, Trace> known) {
        return CorrelationId.find(correlationId)
                .map(known)
                // Nothing can have happened under an id no request can have.
                .orElseGet(() -> new Trace(correlationId, List.of(), false, true));
    }
}
