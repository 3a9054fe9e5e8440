package io.gpuaas.bench.events;

import io.gpuaas.controlplane.ControlPlane;
import io.gpuaas.controlplane.events.EventConsumer;
import java.util.Set;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The control plane with one consumer more: it writes down every event it is given, in its own transaction. */
@Configuration(proxyBeanMethods = false)
public class RecordingControlPlane {

    static final String CONSUMER = "bench-recorder";

    static final String TABLE = """
            CREATE TABLE public.recorded (
                serial    bigint NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                aggregate text   NOT NULL,
                sequence  bigint NOT NULL)""";

    public static void main(String[] arguments) {
        SpringApplication application = ControlPlane.application();
        application.addPrimarySources(Set.of(RecordingControlPlane.class));
        application.run(arguments);
    }

    /** The fields that a payload must have for the event to count as readable. */
    record Payload(String projectId, String tenantId, String slug, String name) {}

    @Bean
    EventConsumer recorder(JdbcClient jdbc) {
        return new EventConsumer() {
            @Override
            public String name() {
                return CONSUMER;
            }

            @Override
            public Set<String> types() {
                return Set.of("platform.project_created");
            }

            @Override
            public void handle(Received event) {
                Payload payload = event.payload(Payload.class);
                if (!event.aggregate().id().equals(payload.projectId())) {
                    throw new IllegalStateException("the payload is about another aggregate");
                }
                jdbc.sql("INSERT INTO public.recorded (aggregate, sequence) VALUES (:aggregate, :sequence)")
                        .param("aggregate", event.aggregate().key())
                        .param("sequence", event.sequence())
                        .update();
            }
        };
    }
}
