package io.gpuaas.bench.events;

import io.gpuaas.controlplane.ControlPlane;
import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.events.ProjectCreated;
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

    @Bean
    EventConsumer recorder(JdbcClient jdbc) {
        return new EventConsumer() {
            @Override
            public String name() {
                return CONSUMER;
            }

            @Override
            public Set<String> types() {
                return Set.of(ProjectCreated.TYPE);
            }

            @Override
            public void handle(Received event) {
                ProjectCreated created = event.event(ProjectCreated.class);
                if (!event.aggregate().equals(created.aggregate())) {
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
