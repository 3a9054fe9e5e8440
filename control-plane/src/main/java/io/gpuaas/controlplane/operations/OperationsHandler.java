package io.gpuaas.controlplane.operations;

import io.gpuaas.api.OperationsApi;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@RestController
class OperationsHandler implements OperationsApi {

    private final OperatorFeed feed;

    OperationsHandler(OperatorFeed feed) {
        this.feed = feed;
    }

    @Override
    public StreamingResponseBody streamOperatorEvents(@Nullable String after) {
        return feed.open(after);
    }
}
