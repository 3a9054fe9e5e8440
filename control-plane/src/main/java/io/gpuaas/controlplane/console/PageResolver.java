package io.gpuaas.controlplane.console;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.resource.PathResourceResolver;
import org.springframework.web.servlet.resource.ResourceResolverChain;

/** Serves a file by its name, and the console for any other address that a person opens. */
class PageResolver extends PathResourceResolver {

    /** Addresses for programs, which get a 404 instead of the console. */
    private static final List<String> OF_PROGRAMS =
            List.of("api/", "auth/", "oauth2/", "contracts/", "assets/", ".well-known/", "password/", "factors/");

    /** Names of SKUs have dots, too, so only these endings identify a missing file. */
    private static final Pattern A_FILE = Pattern.compile(".*\\.(css|html|ico|js|json|map|png|svg|txt|woff2|xml|yaml)");

    private static final Resource PAGE = new ClassPathResource("console/index.html");

    @Override
    protected @Nullable Resource resolveResourceInternal(
            @Nullable HttpServletRequest request,
            String path,
            List<? extends Resource> locations,
            ResourceResolverChain chain) {
        Resource file = super.resolveResourceInternal(request, path, locations, chain);
        return file == null && request != null && isPage(path, request.getHeader(HttpHeaders.ACCEPT)) ? PAGE : file;
    }

    static boolean isPage(String path, @Nullable String accept) {
        return accept != null
                && accept.contains("text/html")
                && OF_PROGRAMS.stream().noneMatch((path + "/")::startsWith)
                && !A_FILE.matcher(path).matches();
    }
}
