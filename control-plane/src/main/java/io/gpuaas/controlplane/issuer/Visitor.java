package io.gpuaas.controlplane.issuer;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.WebUtils;

/**
 * Where an attempt to sign in comes from.
 *
 * @param knownCookie as the browser sent it, not checked yet
 */
record Visitor(String address, @Nullable String knownCookie) {

    static Visitor of(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, KnownBrowsers.COOKIE);
        return new Visitor(request.getRemoteAddr(), cookie == null ? null : cookie.getValue());
    }
}
