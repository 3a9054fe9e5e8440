package io.gpuaas.sdk;

import java.util.LinkedHashMap;
import java.util.Map;

/** Query parameters that are added one at a time. */
final class Parameters {

    private Parameters() {}

    static Map<String, String> with(Map<String, String> parameters, String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(parameters);
        more.put(name, value.toString());
        return more;
    }
}
