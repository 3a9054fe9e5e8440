package io.gpuaas.controlplane.pipeline;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.ErrorCode;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** How many downloads this process writes at a time: for one tenant, or for one caller where no tenant is concerned, and in all. */
@Component
class DownloadPlaces {

    private static final int ALL_MAX = 500;

    private final Policies policies;
    private final Map<String, Integer> open = new ConcurrentHashMap<>();
    private final AtomicInteger all;

    DownloadPlaces(Policies policies, MeterRegistry metrics) {
        this.policies = policies;
        this.all = metrics.gauge("gpuaas_downloads_open", new AtomicInteger());
    }

    /** Of one request; it takes a place once it knows that it writes a download. */
    Place place() {
        return new Place();
    }

    final class Place implements AutoCloseable {

        private @Nullable String holder;

        /** Refused when there is none. Taking it again does nothing. */
        void take() {
            if (holder != null) {
                return;
            }
            Call call = Call.current();
            long max = policies.effective(PipelinePolicies.DOWNLOADS_AT_ONCE_MAX, call.tenantId(), null);
            String of = call.tenantId() == null
                    ? call.caller().id()
                    : call.tenantId().toString();
            holder = of;
            int count = open.merge(of, 1, Integer::sum);
            if (all.incrementAndGet() > ALL_MAX || count > max) {
                close();
                throw ProblemException.of(
                        ErrorCode.TOO_MANY,
                        "At most " + Math.min(max, ALL_MAX) + " downloads can run at a time (policy "
                                + PipelinePolicies.DOWNLOADS_AT_ONCE_MAX.name() + "). Wait for one to finish.");
            }
        }

        @Override
        public void close() {
            String of = holder;
            if (of != null) {
                holder = null;
                all.decrementAndGet();
                open.computeIfPresent(of, (key, count) -> count == 1 ? null : count - 1);
            }
        }
    }
}
