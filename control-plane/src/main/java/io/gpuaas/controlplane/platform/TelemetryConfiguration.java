package io.gpuaas.controlplane.platform;

import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Metrics for Prometheus and traces for OpenTelemetry, the same for every role. */
@Configuration(proxyBeanMethods = false)
class TelemetryConfiguration {

    @Bean(destroyMethod = "close")
    PrometheusMeterRegistry meterRegistry() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new JvmMemoryMetrics().bindTo(registry);
        // Lives as long as the process; there is nothing to close it for earlier.
        @SuppressWarnings("resource")
        JvmGcMetrics gc = new JvmGcMetrics();
        gc.bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        return registry;
    }

    @Bean(destroyMethod = "close")
    OpenTelemetrySdk openTelemetry(GpuaasProperties properties, ObjectProvider<SpanProcessor> processors) {
        Attributes attributes = Attributes.of(AttributeKey.stringKey("service.name"), "gpuaas-control-plane");
        var provider =
                SdkTracerProvider.builder().setResource(Resource.getDefault().merge(Resource.create(attributes)));
        String endpoint = properties.tracing().otlpEndpoint();
        if (endpoint != null && !endpoint.isBlank()) {
            provider.addSpanProcessor(BatchSpanProcessor.builder(
                            OtlpHttpSpanExporter.builder().setEndpoint(endpoint).build())
                    .build());
        }
        processors.forEach(provider::addSpanProcessor);
        return OpenTelemetrySdk.builder().setTracerProvider(provider.build()).build();
    }
}
