package io.gpuaas.gateway;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "gpuaas-gateway",
        mixinStandardHelpOptions = true,
        description = "Carries streams between nodes and people until stopped.")
final class GatewayCommand implements Callable<Integer> {

    private static final int LOG_BYTES_MAX = 20 * 1024 * 1024;

    @Option(names = "--control-plane", required = true, description = "Where the control plane hears gateways, https.")
    @SuppressWarnings("NullAway.Init")
    private URI controlPlane;

    @Option(names = "--secret-file", required = true, description = "File with the secret createGateway showed.")
    @SuppressWarnings("NullAway.Init")
    private Path secretFile;

    @Option(
            names = "--listen",
            defaultValue = "127.0.0.1:8447",
            description = "HOST:PORT for readers; TLS is the proxy's.")
    @SuppressWarnings("NullAway.Init")
    private String listen;

    @Option(
            names = "--node-listen",
            defaultValue = "127.0.0.1:8448",
            description = "HOST:PORT for nodes; TLS ends here.")
    @SuppressWarnings("NullAway.Init")
    private String nodeListen;

    @Option(names = "--public-url", description = "How readers reach it, as wss://gateway.example.com.")
    private @Nullable String publicUrl;

    @Option(names = "--node-url", description = "How nodes reach it, as wss://gateway.example.com:8448.")
    private @Nullable String nodeUrl;

    @Option(names = "--origin", description = "A further web origin readers may come from. Repeatable.")
    private List<String> origins = List.of();

    @Option(names = "--tls-certificate", description = "PEM file: readers' TLS ends here, not at a proxy.")
    private @Nullable Path tlsCertificate;

    @Option(names = "--tls-key", description = "PEM file with the key of --tls-certificate.")
    private @Nullable Path tlsKey;

    @Option(names = "--metrics-listen", description = "HOST:PORT where Prometheus reads /metrics; absent: nowhere.")
    private @Nullable String metricsListen;

    @Option(
            names = "--log-file",
            description = "Write the log to FILE.0, rotated through FILE.9; absent: to standard error.")
    private @Nullable Path logFile;

    private GatewayCommand() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new GatewayCommand()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        Settings settings = new Settings(
                controlPlane,
                secretFile,
                Settings.Address.parse(listen),
                Settings.Address.parse(nodeListen),
                publicUrl == null ? (tlsKey == null ? "ws://" : "wss://") + listen : publicUrl,
                nodeUrl == null ? "wss://" + nodeListen : nodeUrl,
                origins,
                readerTls(),
                Optional.ofNullable(metricsListen).map(Settings.Address::parse),
                Settings.Times.DEFAULT);
        CountDownLatch stopped = new CountDownLatch(1);
        Gateway gateway = new Gateway(
                settings, logFile == null ? LogFiles.to(System.err) : LogFiles.rotating(logFile, LOG_BYTES_MAX));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            gateway.close();
            stopped.countDown();
        }));
        gateway.start();
        stopped.await();
        return 0;
    }

    private Optional<Settings.ReaderTls> readerTls() {
        if (tlsCertificate == null && tlsKey == null) {
            return Optional.empty();
        }
        if (tlsCertificate == null || tlsKey == null) {
            throw new IllegalArgumentException("--tls-certificate and --tls-key go together");
        }
        return Optional.of(new Settings.ReaderTls(tlsCertificate, tlsKey));
    }
}
