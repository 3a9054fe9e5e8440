package io.gpuaas.controlplane.custody;

import io.gpuaas.kernel.TenantId;
import java.util.regex.Pattern;

/**
 * Names one version of a secret: the tenant it belongs to, and a path such as {@code
 * project/6f1c…/hugging-face/3}. The domain that owns the secret chooses the path and begins it with a word of its own.
 */
public record SecretName(TenantId tenant, String path) {

    static final int PATH_LENGTH_MAX = 200;

    private static final Pattern PATH = Pattern.compile("[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*){1,7}");

    public SecretName {
        if (path.length() > PATH_LENGTH_MAX || !PATH.matcher(path).matches()) {
            throw new IllegalArgumentException("not a path of a secret: " + path);
        }
    }

    /** The whole name. Seals are bound to it, so a row that is copied to another name or tenant does not open. */
    String text() {
        return tenant + "/" + path;
    }
}
