package io.gpuaas.controlplane.pipeline;

import io.gpuaas.api.WireValueConverterFactory;
import io.gpuaas.controlplane.audit.Refusals;
import io.gpuaas.controlplane.listeners.ArrivalValve;
import io.gpuaas.controlplane.listeners.ClientAddresses;
import io.gpuaas.controlplane.listeners.ListenerProtocol;
import io.gpuaas.controlplane.listeners.ProblemErrorValve;
import io.gpuaas.controlplane.platform.GpuaasProperties.Listener;
import io.gpuaas.controlplane.platform.TypedIdJson;
import io.gpuaas.kernel.TypedId;
import io.gpuaas.kernel.TypedIds;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.apache.catalina.core.StandardHost;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.GenericConverter;
import org.springframework.core.io.Resource;
import org.springframework.format.FormatterRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.resource.PathResourceResolver;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/** Hooks the pipeline into Spring MVC and makes it accept only what the contract allows. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

    @Bean
    WebMvcRegistrations pipelineRegistration(
            Operations operations,
            Authenticator authenticator,
            Pipeline pipeline,
            Refusals refusals,
            Problems problems,
            DownloadPlaces downloads) {
        return new WebMvcRegistrations() {
            @Override
            public RequestMappingHandlerAdapter getRequestMappingHandlerAdapter() {
                return new PipelineHandlerAdapter(operations, authenticator, pipeline, refusals, problems, downloads) {
                    @Override
                    public void afterPropertiesSet() {
                        super.afterPropertiesSet();
                        setArgumentResolvers(StatedParameters.before(getArgumentResolvers()));
                    }
                };
            }
        };
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> doorOfTheServer(ClientAddresses addresses) {
        return factory -> {
            factory.setProtocol(ListenerProtocol.class.getName());
            factory.addConnectorCustomizers(
                    connector -> ((ListenerProtocol) connector.getProtocolHandler()).at(Listener.SERVER, addresses));
            factory.addContextValves(new ArrivalValve(addresses, Listener.SERVER));
            factory.addContextCustomizers(context ->
                    ((StandardHost) context.getParent()).setErrorReportValveClass(ProblemErrorValve.class.getName()));
        };
    }

    /** Unknown fields, repeated fields, numbers in quotes and times as numbers are refused. */
    @Bean
    JsonMapperBuilderCustomizer strictJson() {
        return builder -> {
            builder.addModule(TypedIdJson.module())
                    .addModule(new SimpleModule("strict-time").addDeserializer(Instant.class, new StrictTime()))
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    // 1.5 is no whole number, and cutting it off would change an amount unseen.
                    .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS);
            builder.withCoercionConfig(
                    LogicalType.Textual,
                    config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
        };
    }

    @Override
    public void addFormatters(FormatterRegistry registry) {
        registry.addConverterFactory(new WireValueConverterFactory());
        registry.addConverter(String.class, Instant.class, StrictTime::parse);
        TypedIds.ALL.forEach((kind, make) -> registry.addConverter(new IdConverter(kind, make)));
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/contracts/*.yaml").addResourceLocations("classpath:/contracts/");
        registry.addResourceHandler("/invitations")
                .addResourceLocations("classpath:/static/")
                .resourceChain(true)
                .addResolver(new InvitationsPage());
    }

    /** Where the link in an invitation leads. */
    private static final class InvitationsPage extends PathResourceResolver {

        @Override
        protected @Nullable Resource getResource(String path, Resource folder) throws IOException {
            return folder.createRelative("invitations.html");
        }
    }

    /** A typed id in a path or query. */
    private record IdConverter(Class<?> kind, Function<UUID, TypedId> make) implements GenericConverter {

        @Override
        public Set<ConvertiblePair> getConvertibleTypes() {
            return Set.of(new ConvertiblePair(String.class, kind));
        }

        @Override
        public @Nullable Object convert(@Nullable Object source, TypeDescriptor from, TypeDescriptor to) {
            return source == null ? null : make.apply(Ids.parse("the id", source.toString()));
        }
    }
}
