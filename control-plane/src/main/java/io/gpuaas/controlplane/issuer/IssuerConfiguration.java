package io.gpuaas.controlplane.issuer;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.limits.SharedBuckets;
import io.gpuaas.controlplane.platform.PublicUrl;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2DeviceCodeAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2DeviceVerificationAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.oidc.web.authentication.OidcLogoutAuthenticationSuccessHandler;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;
import org.springframework.security.oauth2.server.authorization.web.OAuth2AuthorizationEndpointFilter;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.savedrequest.NullRequestCache;

/**
 * Puts Spring Security in front of the issuer's addresses and of nothing else: the filter is not even
 * registered for /api, whose only guard is the pipeline.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
@EmbeddedIssuer
class IssuerConfiguration {

    private static final String CSRF_COOKIE = "__Host-gpuaas-csrf";

    /** As the servlet container writes patterns. */
    static final String[] ADDRESSES = {
        "/oauth2/*",
        "/.well-known/*",
        "/connect/*",
        "/userinfo",
        "/login",
        "/logout",
        "/device",
        "/password/*",
        "/factors",
        "/factors/*"
    };

    @Bean
    FilterRegistrationBean<PublicAddressFilter> publicAddress(PublicUrl url) {
        FilterRegistrationBean<PublicAddressFilter> registration =
                new FilterRegistrationBean<>(new PublicAddressFilter(url));
        registration.addUrlPatterns(ADDRESSES);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 10);
        return registration;
    }

    @Bean
    DelegatingFilterProxyRegistrationBean securityOfTheIssuer() {
        DelegatingFilterProxyRegistrationBean registration =
                new DelegatingFilterProxyRegistrationBean("springSecurityFilterChain");
        registration.addUrlPatterns(ADDRESSES);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 20);
        return registration;
    }

    @Bean
    SecurityFilterChain issuer(
            HttpSecurity http,
            SignIn signIn,
            Endpoints endpoints,
            Logins logins,
            SecondSteps steps,
            PasswordResets resets,
            FactorPages.Parts factorPages)
            throws Exception {
        return http.securityMatcher(
                        "/oauth2/**",
                        "/.well-known/**",
                        "/connect/**",
                        "/userinfo",
                        "/login",
                        "/logout",
                        "/device",
                        "/password/**",
                        "/factors",
                        "/factors/**")
                .oauth2AuthorizationServer(endpoints::configure)
                .oauth2ResourceServer(userInfo -> userInfo.bearerTokenResolver(onlyForUserInfo()))
                .authorizeHttpRequests(rules -> rules.requestMatchers(
                                "/login", "/logout", "/connect/logout", "/password/**", "/factors/**")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .authenticationProvider(signIn.provider())
                .formLogin(form -> form.loginPage("/login")
                        .authenticationDetailsSource(Visitor::of)
                        .successHandler(SignInSteps::signedIn)
                        .failureHandler(SignInSteps::notSignedIn))
                .logout(logout -> logout.addLogoutHandler(logins).logoutSuccessUrl("/login?signed-out"))
                .exceptionHandling(handling -> handling.authenticationEntryPoint(SignInSteps::askToSignIn))
                .securityContext(context -> context.securityContextRepository(steps))
                .sessionManagement(AbstractHttpConfigurer::disable)
                .requestCache(cache -> cache.requestCache(new NullRequestCache()))
                .csrf(csrf -> csrf.csrfTokenRepository(csrfCookie()))
                // The arrival filter sets them, for every answer alike.
                .headers(AbstractHttpConfigurer::disable)
                .addFilterAfter(new PageFilter(), AuthorizationFilter.class)
                .addFilterAfter(new PasswordPages(resets), AuthorizationFilter.class)
                .addFilterAfter(new FactorPages(factorPages), AuthorizationFilter.class)
                .build();
    }

    /** An access token must not open the door to more tokens; it is good for /userinfo alone. */
    private static BearerTokenResolver onlyForUserInfo() {
        DefaultBearerTokenResolver resolver = new DefaultBearerTokenResolver();
        return (HttpServletRequest request) ->
                request.getRequestURI().equals("/userinfo") ? resolver.resolve(request) : null;
    }

    private static CookieCsrfTokenRepository csrfCookie() {
        CookieCsrfTokenRepository repository = new CookieCsrfTokenRepository();
        repository.setCookieName(CSRF_COOKIE);
        repository.setCookiePath("/");
        repository.setCookieCustomizer(
                cookie -> cookie.secure(true).httpOnly(true).sameSite("Lax"));
        return repository;
    }

    /** Not a bean of its own type: Spring Security would ask a provider bean a second time. */
    record SignIn(AuthenticationProvider provider) {}

    @Bean
    SignIn signIn(
            PasswordUserStore users,
            Passwords passwords,
            LoginThrottle throttle,
            Principals principals,
            SecondSteps steps,
            SideTrail trail) {
        return new SignIn(new PasswordSignIn(users, passwords, throttle, principals, steps, trail));
    }

    @Bean
    Endpoints endpoints(
            Clients clients, Logins logins, LoginThrottle throttle, SharedBuckets buckets, Consents consents) {
        return new Endpoints(clients, logins, throttle, buckets, consents);
    }

    /** The protocol's endpoints, where ours differ from the framework's. */
    record Endpoints(Clients clients, Logins logins, LoginThrottle throttle, SharedBuckets buckets, Consents consents) {

        void configure(OAuth2AuthorizationServerConfigurer server) {
            PublicClients publicClients = new PublicClients(clients);
            server.clientAuthentication(client ->
                            client.authenticationConverter(publicClients).authenticationProvider(publicClients))
                    .authorizationEndpoint(authorization ->
                            authorization.consentPage("/oauth2/consent").authenticationProviders(consents::askOnce))
                    .tokenEndpoint(token -> token.authenticationProviders(this::watchPolls))
                    .deviceAuthorizationEndpoint(device -> device.verificationUri("/device"))
                    .deviceVerificationEndpoint(device -> device.authenticationProviders(this::watchGuesses)
                            .consentPage("/oauth2/consent")
                            .deviceVerificationResponseHandler(
                                    (request, response, who) -> response.sendRedirect("/device?done"))
                            .errorResponseHandler(SignInSteps::deviceNotSignedIn))
                    .oidc(oidc -> oidc.logoutEndpoint(logout -> logout.logoutResponseHandler(signOut())));
            server.withObjectPostProcessor(new WithoutHttpSession());
        }

        private void watchPolls(List<AuthenticationProvider> providers) {
            providers.replaceAll(provider -> provider instanceof OAuth2DeviceCodeAuthenticationProvider
                    ? new DevicePolls(provider, buckets)
                    : provider);
        }

        private void watchGuesses(List<AuthenticationProvider> providers) {
            providers.replaceAll(provider -> provider instanceof OAuth2DeviceVerificationAuthenticationProvider
                    ? new CodeGuesses(provider, throttle)
                    : provider);
        }

        private OidcLogoutAuthenticationSuccessHandler signOut() {
            OidcLogoutAuthenticationSuccessHandler handler = new OidcLogoutAuthenticationSuccessHandler();
            handler.setLogoutHandler(logins);
            return handler;
        }
    }

    /** The framework would open an HTTP session to remember the signed-in user; our logins do that. */
    private static final class WithoutHttpSession implements ObjectPostProcessor<OAuth2AuthorizationEndpointFilter> {
        @Override
        public <T extends OAuth2AuthorizationEndpointFilter> T postProcess(T filter) {
            filter.setSessionAuthenticationStrategy((who, request, response) -> {});
            return filter;
        }
    }

    @Bean
    AuthorizationServerSettings authorizationServerSettings() {
        return AuthorizationServerSettings.builder().build();
    }

    @Bean
    JWKSource<SecurityContext> publishedKeys(SigningKeys keys) {
        return keys.published();
    }

    @Bean
    JwtDecoder accessTokenDecoder(Tokens tokens) {
        NimbusJwtDecoder decoder = new NimbusJwtDecoder(tokens.accessTokens());
        // Everything was checked by then; the framework's own check knows no access tokens by their type.
        decoder.setJwtValidator(token -> OAuth2TokenValidatorResult.success());
        return decoder;
    }

    @Bean
    OAuth2TokenGenerator<OAuth2Token> tokenGenerator(Tokens tokens) {
        return tokens.generator();
    }
}
