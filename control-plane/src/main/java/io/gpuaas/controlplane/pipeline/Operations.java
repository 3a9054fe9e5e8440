package io.gpuaas.controlplane.pipeline;

import io.gpuaas.api.ContractOperation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;

/** The contract operation behind each handler method. */
@Component
class Operations {

    private record Address(PathPattern pattern, Set<RequestMethod> methods) {}

    private final Map<Method, Operation> byMethod = new HashMap<>();
    private final List<Address> addresses = new ArrayList<>();

    /** A handler the contract does not know would escape the pipeline's rules: refuse to start with one. */
    @EventListener
    void index(ContextRefreshedEvent started) {
        RequestMappingHandlerMapping handlers = started.getApplicationContext()
                .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
        handlers.getHandlerMethods().forEach((address, handler) -> {
            Method declared = declaration(handler)
                    .orElseThrow(() -> new IllegalStateException(
                            handler + " answers requests but is no operation of contracts/openapi.yaml"));
            byMethod.put(handler.getMethod(), Operation.of(declared));
            add(address);
        });
    }

    private void add(RequestMappingInfo info) {
        if (info.getPathPatternsCondition() != null) {
            Set<RequestMethod> methods = info.getMethodsCondition().getMethods();
            info.getPathPatternsCondition()
                    .getPatterns()
                    .forEach(pattern -> addresses.add(new Address(pattern, methods)));
        }
    }

    /** The methods of the operations at this address, as the header Allow names them; empty when there is none. */
    Set<String> allowedAt(String path) {
        PathContainer parsed = PathContainer.parsePath(path);
        List<String> named = addresses.stream()
                .filter(address -> address.pattern().matches(parsed))
                .flatMap(address -> address.methods().stream())
                .map(RequestMethod::name)
                .toList();
        return named.isEmpty() ? Set.of() : withImplied(named);
    }

    /** Every address answers OPTIONS, and HEAD when it answers GET. */
    static Set<String> withImplied(Collection<String> methods) {
        Set<String> all = new TreeSet<>(methods);
        all.add("OPTIONS");
        if (all.contains("GET")) {
            all.add("HEAD");
        }
        return all;
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
