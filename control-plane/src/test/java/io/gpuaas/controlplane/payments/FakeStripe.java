package io.gpuaas.controlplane.payments;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.json.JsonMapper;

/** As Stripe answers, as far as we ask: checkouts, intents, refunds, disputes, balance; and deliveries it signs. */
@SuppressWarnings("NullAway") // objects are maps, and a missing field must fail the test
public final class FakeStripe implements AutoCloseable {

    public static final String API_KEY = "sk_test_fake0123456789";
    public static final String SECRET = "whsec_current";
    private static final long FEE_CENTS = 30;

    private final HttpServer server;
    private final JsonMapper json = JsonMapper.shared();
    private final Supplier<Instant> clock;
    private final Map<String, Map<String, Object>> objects = new TreeMap<>();
    private final List<Map<String, Object>> movements = new ArrayList<>();
    private final Map<String, String> answered = new HashMap<>();
    private int number;

    /** Does what it is asked for, and then says that it broke, so many times. */
    public volatile int losesAnswers;

    public volatile boolean refusesCards;

    public FakeStripe(Supplier<Instant> clock) {
        this.clock = clock;
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/v1/", this::answer);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private synchronized void answer(HttpExchange call) throws IOException {
        String body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String key = call.getRequestHeaders().getFirst("Idempotency-Key");
        if (!("Bearer " + API_KEY).equals(call.getRequestHeaders().getFirst("Authorization"))) {
            reply(call, 401, "{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"Invalid API Key\"}}");
            return;
        }
        String path = call.getRequestURI().getPath().substring("/v1/".length());
        if (call.getRequestMethod().equals("GET")) {
            reply(call, 200, read(path, fields(call.getRequestURI().getRawQuery())));
            return;
        }
        String known = key == null ? null : answered.get(key);
        String answer = known == null ? create(path, fields(body)) : known;
        if (key != null) {
            answered.put(key, answer);
        }
        if (losesAnswers > 0) {
            losesAnswers--;
            reply(call, 500, "{\"error\":{\"type\":\"api_error\"}}");
            return;
        }
        reply(call, answer.contains("\"error\"") ? 402 : 200, answer);
    }

    private String create(String path, Map<String, String> form) {
        return switch (path) {
            case "checkout/sessions" -> write(createSession(form));
            case "payment_intents" -> charge(form);
            case "refunds" -> createRefund(form);
            default -> "{\"error\":{\"type\":\"invalid_request_error\",\"code\":\"unknown\"}}";
        };
    }

    private Map<String, Object> createSession(Map<String, String> form) {
        Map<String, Object> session = object("cs", "checkout.session");
        session.put("url", "https://checkout.stripe.test/" + session.get("id"));
        session.put("status", "open");
        session.put("payment_status", "unpaid");
        session.put("amount_total", Long.parseLong(form.get("line_items[0][price_data][unit_amount]")));
        session.put("currency", form.get("line_items[0][price_data][currency]"));
        session.put("metadata", Map.of("gpuaas_payment", form.get("metadata[gpuaas_payment]")));
        session.put("saves", form.containsKey("payment_intent_data[setup_future_usage]"));
        return session;
    }

    private String charge(Map<String, String> form) {
        if (refusesCards) {
            return "{\"error\":{\"type\":\"card_error\",\"code\":\"card_declined\",\"message\":\"declined\"}}";
        }
        return write(pay(
                Long.parseLong(form.get("amount")),
                form.get("currency"),
                form.get("metadata[gpuaas_payment]"),
                form.get("customer")));
    }

    private Map<String, Object> pay(long cents, String currency, String payment, Object customer) {
        Map<String, Object> intent = object("pi", "payment_intent");
        intent.put("status", "succeeded");
        intent.put("amount", cents);
        intent.put("amount_received", cents);
        intent.put("currency", currency);
        intent.put("customer", customer);
        intent.put("metadata", Map.of("gpuaas_payment", payment));
        intent.put(
                "payment_method",
                Map.of(
                        "id",
                        "pm_" + number,
                        "object",
                        "payment_method",
                        "type",
                        "card",
                        "card",
                        Map.of("brand", "visa", "last4", "4242")));
        Map<String, Object> charge = object("ch", "charge");
        charge.put("payment_intent", intent.get("id"));
        charge.put("amount", cents);
        charge.put("currency", currency);
        move("charge", charge, cents, currency, FEE_CENTS);
        return intent;
    }

    private String createRefund(Map<String, String> form) {
        Map<String, Object> intent = objects.get(form.get("payment_intent"));
        long given = objects.values().stream()
                .filter(one ->
                        one.get("object").equals("refund") && intent.get("id").equals(one.get("payment_intent")))
                .mapToLong(one -> (long) one.get("amount"))
                .sum();
        long cents = Long.parseLong(form.get("amount"));
        if (given + cents > (long) intent.get("amount")) {
            return "{\"error\":{\"type\":\"invalid_request_error\",\"code\":\"charge_already_refunded\"}}";
        }
        return write(refund(intent, cents, form.get("metadata[gpuaas_refund]")));
    }

    private Map<String, Object> refund(Map<String, Object> intent, long cents, Object ours) {
        Map<String, Object> refund = object("re", "refund");
        refund.put("payment_intent", intent.get("id"));
        refund.put("amount", cents);
        refund.put("currency", intent.get("currency"));
        refund.put("status", "succeeded");
        refund.put("metadata", ours == null ? Map.of() : Map.of("gpuaas_refund", ours));
        move("refund", refund, -cents, (String) intent.get("currency"), 0);
        return refund;
    }

    private String read(String path, Map<String, String> query) {
        if (path.equals("balance")) {
            return write(Map.of("object", "balance", "available", holdings(), "pending", List.of()));
        }
        if (path.equals("balance_transactions")) {
            long from = Long.parseLong(query.getOrDefault("created[gte]", "0"));
            long to = Long.parseLong(query.getOrDefault("created[lt]", "9999999999"));
            return list(movements.stream()
                    .filter(one -> (long) one.get("created") >= from && (long) one.get("created") < to)
                    .toList());
        }
        if (path.equals("refunds")) {
            String intent = query.get("payment_intent");
            return list(objects.values().stream()
                    .filter(one -> one.get("object").equals("refund") && intent.equals(one.get("payment_intent")))
                    .toList());
        }
        return write(objects.get(path.substring(path.lastIndexOf('/') + 1)));
    }

    private List<Map<String, Object>> holdings() {
        Map<String, Long> sums = new TreeMap<>();
        movements.forEach(one -> sums.merge((String) one.get("currency"), (long) one.get("net"), Long::sum));
        return sums.entrySet().stream()
                .map(sum -> Map.<String, Object>of("currency", sum.getKey(), "amount", sum.getValue()))
                .toList();
    }

    private void move(String type, Map<String, Object> source, long cents, String currency, long fee) {
        Map<String, Object> movement = new LinkedHashMap<>();
        movement.put("id", "txn_" + ++number);
        movement.put("object", "balance_transaction");
        movement.put("type", type);
        movement.put("source", source);
        movement.put("amount", cents);
        movement.put("fee", fee);
        movement.put("net", cents - fee);
        movement.put("currency", currency);
        movement.put("created", clock.get().getEpochSecond());
        movements.add(movement);
    }

    private Map<String, Object> object(String prefix, String kind) {
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("id", prefix + "_" + ++number);
        made.put("object", kind);
        made.put("created", clock.get().getEpochSecond());
        objects.put((String) made.get("id"), made);
        return made;
    }

    private Map<String, Object> sessionOf(String payment) {
        return objects.values().stream()
                .filter(one -> one.get("object").equals("checkout.session")
                        && Map.of("gpuaas_payment", payment).equals(one.get("metadata")))
                .findFirst()
                .orElseThrow();
    }

    /** Whether there is an open checkout page. */
    public synchronized boolean isOpen(String payment) {
        return objects.values().stream()
                .anyMatch(one -> one.get("object").equals("checkout.session")
                        && Map.of("gpuaas_payment", payment).equals(one.get("metadata"))
                        && one.get("status").equals("open"));
    }

    /** A customer pays at the page; returns the session. */
    public synchronized String customerPays(String payment) {
        Map<String, Object> session = sessionOf(payment);
        return customerPays(payment, (long) session.get("amount_total"), (String) session.get("currency"));
    }

    /** As if Stripe had received something else than was asked for. */
    public synchronized String customerPays(String payment, long cents, String currency) {
        Map<String, Object> session = sessionOf(payment);
        Object customer = Boolean.TRUE.equals(session.get("saves")) ? "cus_" + number : null;
        session.put("payment_intent", pay(cents, currency, payment, customer).get("id"));
        session.put("status", "complete");
        session.put("payment_status", "paid");
        return (String) session.get("id");
    }

    public synchronized String customerLeaves(String payment) {
        Map<String, Object> session = sessionOf(payment);
        session.put("status", "expired");
        return (String) session.get("id");
    }

    /** Staff refund on Stripe's own pages. */
    public synchronized String staffRefunds(String payment, long cents) {
        return (String) refund(intentOf(payment), cents, null).get("id");
    }

    public synchronized void bankReturnsRefund(String refund) {
        Map<String, Object> failed = objects.get(refund);
        failed.put("status", "failed");
        move("refund_failure", failed, (long) failed.get("amount"), (String) failed.get("currency"), 0);
    }

    public synchronized String refundOf(String payment) {
        Object intent = intentOf(payment).get("id");
        return objects.values().stream()
                .filter(one -> one.get("object").equals("refund") && intent.equals(one.get("payment_intent")))
                .map(one -> (String) one.get("id"))
                .findFirst()
                .orElseThrow();
    }

    public synchronized String dispute(String payment, long cents) {
        Map<String, Object> intent = intentOf(payment);
        Map<String, Object> dispute = object("dp", "dispute");
        dispute.put("payment_intent", intent.get("id"));
        dispute.put("amount", cents);
        dispute.put("currency", intent.get("currency"));
        dispute.put("status", "needs_response");
        move("adjustment", dispute, -cents, (String) intent.get("currency"), 1500);
        return (String) dispute.get("id");
    }

    public synchronized void disputeEnds(String dispute, boolean won) {
        Map<String, Object> ended = objects.get(dispute);
        ended.put("status", won ? "won" : "lost");
        if (won) {
            move("adjustment", ended, (long) ended.get("amount"), (String) ended.get("currency"), 0);
        }
    }

    /** Everything goes to the bank. */
    public synchronized void paysOut() {
        for (Map<String, Object> held : holdings()) {
            long cents = (long) held.get("amount");
            if (cents != 0) {
                move("payout", object("po", "payout"), -cents, (String) held.get("currency"), 0);
            }
        }
    }

    private Map<String, Object> intentOf(String payment) {
        return objects.values().stream()
                .filter(one -> one.get("object").equals("payment_intent")
                        && Map.of("gpuaas_payment", payment).equals(one.get("metadata")))
                .findFirst()
                .orElseThrow();
    }

    public synchronized String intent(String payment) {
        return (String) intentOf(payment).get("id");
    }

    public synchronized long count(String kind) {
        return objects.values().stream()
                .filter(one -> one.get("object").equals(kind))
                .count();
    }

    /** The event as it would be delivered now. */
    public synchronized String event(String id, String type, String object) {
        Map<String, Object> about = objects.get(object);
        return write(Map.of("id", id, "object", "event", "type", type, "data", Map.of("object", about)));
    }

    public static String sign(String secret, Instant at, String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] made = mac.doFinal((at.getEpochSecond() + "." + body).getBytes(StandardCharsets.UTF_8));
            return "t=" + at.getEpochSecond() + ",v1=" + HexFormat.of().formatHex(made);
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Gives the status. */
    public static int deliver(String server, String body, String signature) {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(URI.create(server + "/webhooks/stripe"))
                                    .header("Stripe-Signature", signature)
                                    .POST(HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String list(List<Map<String, Object>> items) {
        return write(Map.of("object", "list", "data", items, "has_more", false, "url", "/v1/list"));
    }

    private String write(Object value) {
        return json.writeValueAsString(value);
    }

    private static Map<String, String> fields(String form) {
        return Arrays.stream(String.valueOf(form).split("&", -1))
                .map(field -> field.split("=", 2))
                .filter(field -> field.length == 2)
                .collect(Collectors.toMap(
                        field -> URLDecoder.decode(field[0], StandardCharsets.UTF_8),
                        field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
    }

    private static void reply(HttpExchange call, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        call.getResponseHeaders().set("Content-Type", "application/json");
        call.sendResponseHeaders(status, bytes.length);
        call.getResponseBody().write(bytes);
        call.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
