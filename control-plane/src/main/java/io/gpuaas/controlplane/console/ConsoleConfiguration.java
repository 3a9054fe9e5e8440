package io.gpuaas.controlplane.console;

import java.time.Duration;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.PathResourceResolver;

/** Where the console's files are found, and how long browsers keep them. */
@Configuration(proxyBeanMethods = false)
class ConsoleConfiguration implements WebMvcConfigurer {

    private static final Duration FOR_GOOD = Duration.ofDays(365);

    private final PagePolicy policy;

    ConsoleConfiguration(PagePolicy policy) {
        this.policy = policy;
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/assets/**")
                .addResourceLocations("classpath:/console/assets/")
                .setCacheControl(CacheControl.maxAge(FOR_GOOD).cachePublic().immutable())
                // These files are few and do not change while we run: each is looked for in the jar once.
                .resourceChain(true)
                .addResolver(new CompressedFiles())
                .addResolver(new PathResourceResolver());
        registry.addResourceHandler("/**")
                .addResourceLocations("classpath:/static/", "classpath:/console/")
                .setCacheControl(CacheControl.noStore())
                // No cache in the chain: every address of a page would stay in it.
                .resourceChain(false)
                .addResolver(new CompressedFiles())
                .addResolver(new PageResolver())
                .addTransformer(new PageNonce());
    }

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        registry.addViewController("/").setViewName("forward:/index.html");
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(policy)
                .excludePathPatterns(
                        "/api/**",
                        "/assets/**",
                        "/contracts/**",
                        "/docs/**",
                        "/invitations",
                        "/invitations.*",
                        "/gpuaas.css",
                        "/password-reset.js",
                        "/factors.js");
    }
}
