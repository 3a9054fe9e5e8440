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
    private final BackgroundRounds background;

    OperationsHandler(OperatorFeed feed, Glance glance, BackgroundRounds background) {
        this.feed = feed;
        this.glance = glance;
        this.background = background;
    }

    @Override
    public Overview getOverview() {
        return glance.now();
    }

    @Override
    public io.gpuaas.api.BackgroundRounds listBackgroundRounds() {
        return new io.gpuaas.api.BackgroundRounds(background.list());
    }

    @Override
    public StreamingResponseBody streamOperatorEvents(@Nullable String after) {
        return feed.open(after);
    }
}
