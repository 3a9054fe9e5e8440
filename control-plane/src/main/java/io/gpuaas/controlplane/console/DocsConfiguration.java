package io.gpuaas.controlplane.console;

import java.time.Duration;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.PathResourceResolver;

/** Serves the documentation and the API reference under /docs. */
@Configuration(proxyBeanMethods = false)
class DocsConfiguration implements WebMvcConfigurer {

    private static final Duration FOR_GOOD = Duration.ofDays(365);

    private final DocsAccess access;

    DocsConfiguration(DocsAccess access) {
        this.access = access;
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/docs/assets/**")
                .addResourceLocations("classpath:/docs/assets/")
                .setCacheControl(CacheControl.maxAge(FOR_GOOD).cachePublic().immutable())
                .resourceChain(false)
                .addResolver(new CompressedFiles())
                .addResolver(new PathResourceResolver());
        registry.addResourceHandler("/docs/**")
                .addResourceLocations("classpath:/docs/")
                .setCacheControl(CacheControl.noStore())
                .resourceChain(false)
                .addResolver(new CompressedFiles())
                .addResolver(new DocsPages())
                .addTransformer(new PageNonce());
    }

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        registry.addRedirectViewController("/docs", "/docs/");
        registry.addViewController("/docs/").setViewName("forward:/docs/index.html");
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(access).addPathPatterns("/docs/**", "/contracts/**");
    }
}
