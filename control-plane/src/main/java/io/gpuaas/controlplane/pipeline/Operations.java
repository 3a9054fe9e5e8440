package io.gpuaas.controlplane.pipeline;

import io.gpuaas.api.ContractOperation;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The contract operation behind each handler method. */
@Component
class Operations {

    private final Map<Method, Operation> byMethod = new HashMap<>();

    /** A handler the contract does not know would escape the pipeline's rules: refuse to start with one. */
    @EventListener
    void index(ContextRefreshedEvent started) {
        RequestMappingHandlerMapping handlers = started.getApplicationContext()
                .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
        for (HandlerMethod handler : handlers.getHandlerMethods().values()) {
            Method declared = declaration(handler)
                    .orElseThrow(() -> new IllegalStateException(
                            handler + " answers requests but is no operation of contracts/openapi.yaml"));
            byMethod.put(handler.getMethod(), Operation.of(declared));
        }
    }

    Operation of(HandlerMethod handler) {
        Operation operation = byMethod.get(handler.getMethod());
        if (operation == null) {
            throw new IllegalStateException(handler + " is no operation of the contract");
        }
        return operation;
    }

    Collection<Operation> all() {
        return byMethod.values();
    }

    private static Optional<Method> declaration(HandlerMethod handler) {
        for (Class<?> type : ClassUtils.getAllInterfacesForClass(handler.getBeanType())) {
            Method declared = ClassUtils.getMethodIfAvailable(
                    type, handler.getMethod().getName(), handler.getMethod().getParameterTypes());
            if (declared != null && declared.isAnnotationPresent(ContractOperation.class)) {
                return Optional.of(declared);
            }
        }
        return Optional.empty();
    }
}
