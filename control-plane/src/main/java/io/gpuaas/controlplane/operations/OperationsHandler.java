package io.gpuaas.controlplane.operations;

import io.gpuaas.api.OperationsApi;
import io.gpuaas.api.Overview;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@RestController
class OperationsHandler implements OperationsApi {

    private final OperatorFeed feed;
    private final Glance glance;

    OperationsHandler(OperatorFeed feed, Glance glance) {
        this.feed = feed;
        this.glance = glance;
    }

    @Override
    public Overview getOverview() {
        return glance.now();
    }

    @Override
    public StreamingResponseBody streamOperatorEvents(@Nullable String after) {
        return feed.open(after);
    }
}
