package io.gpuaas.controlplane.pipeline;

import io.gpuaas.controlplane.platform.ProblemException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodArgumentResolverComposite;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Accepts a query parameter exactly as sent, or refuses it. Spring would treat an empty value of any type but text as
 * absent, and use the first of several values.
 */
final class StatedParameters implements HandlerMethodArgumentResolver {

    private final HandlerMethodArgumentResolverComposite others;

    private StatedParameters(List<HandlerMethodArgumentResolver> others) {
        this.others = new HandlerMethodArgumentResolverComposite().addResolvers(others);
    }

    static List<HandlerMethodArgumentResolver> before(@Nullable List<HandlerMethodArgumentResolver> others) {
        List<HandlerMethodArgumentResolver> known = Objects.requireNonNull(others, "resolvers are there by now");
        return Stream.concat(Stream.of(new StatedParameters(known)), known.stream())
                .toList();
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.hasParameterAnnotation(RequestParam.class)
                && !Collection.class.isAssignableFrom(parameter.getParameterType());
    }

    @Override
    public @Nullable Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders)
            throws Exception {
        String name = Objects.requireNonNull(parameter.getParameterAnnotation(RequestParam.class))
                .name();
        @Nullable String[] values = request.getParameterValues(name);
        if (values != null && values.length > 1) {
            throw ProblemException.invalid(name, "is given more than once");
        }
        boolean empty = values != null && String.valueOf(values[0]).isBlank();
        if (empty && parameter.getParameterType() != String.class) {
            throw ProblemException.invalid(name, "must not be empty");
        }
        return others.resolveArgument(parameter, container, request, binders);
    }
}
