package io.gpuaas.controlplane.console;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.web.servlet.resource.PathResourceResolver;

/** Finds a page of the documentation with and without its ending, and the first page of a folder by the folder. */
class DocsPages extends PathResourceResolver {

    @Override
    protected @Nullable Resource getResource(String path, Resource folder) throws IOException {
        if (path.endsWith("/")) {
            return super.getResource(path + "index.html", folder);
        }
        if (path.lastIndexOf('.') > path.lastIndexOf('/')) {
            return super.getResource(path, folder);
        }
        Resource page = super.getResource(path + ".html", folder);
        return page != null ? page : super.getResource(path + "/index.html", folder);
    }
}
