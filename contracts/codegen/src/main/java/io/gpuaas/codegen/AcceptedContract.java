package io.gpuaas.codegen;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The contract clients were last promised, kept beside the one being written. Only {@link #accept} may change it: its
 * checksums tell an edit by hand, and a breaking change enters with its reason or not at all.
 */
final class AcceptedContract {

    private static final List<String> FILES = List.of("openapi.yaml", "asyncapi.yaml", "errors.yaml");
    private static final String CHECKSUMS = "CHECKSUMS";
    private static final String LOG = "breaking-changes.md";
    private static final String LOG_HEADER = """
            # Breaking changes

            Written by `./gpuaas accept --breaking "WHY"`, one entry per accepted contract, newest last.
            """;

    private final Path contracts;
    private final Path accepted;

    AcceptedContract(Path contracts) {
        this.contracts = contracts;
        this.accepted = contracts.resolve("accepted");
    }

    boolean exists() {
        return Files.exists(accepted.resolve(CHECKSUMS));
    }

    /** Every way the contract as written breaks the accepted one. */
    List<String> findBreakingChanges() throws IOException {
        requireIntact();
        List<String> changes = new ArrayList<>();
        changes.addAll(OpenApiChanges.find(
                ContractFiles.readOpenApi(accepted.resolve("openapi.yaml")),
                ContractFiles.readOpenApi(contracts.resolve("openapi.yaml"))));
        changes.addAll(OperationRuleChanges.find(
                ContractFiles.readOpenApi(accepted.resolve("openapi.yaml")),
                ContractFiles.readOpenApi(contracts.resolve("openapi.yaml"))));
        changes.addAll(AsyncApiChanges.find(
                ContractFiles.readYaml(accepted.resolve("asyncapi.yaml")),
                ContractFiles.readYaml(contracts.resolve("asyncapi.yaml"))));
        changes.addAll(ErrorChanges.find(
                ContractFiles.readYaml(accepted.resolve("errors.yaml")),
                ContractFiles.readYaml(contracts.resolve("errors.yaml"))));
        return changes;
    }

    private void requireIntact() throws IOException {
        if (!exists()) {
            throw new ContractException("contracts/accepted holds no accepted contract; ./gpuaas accept makes one");
        }
        for (String file : FILES) {
            if (!Files.exists(accepted.resolve(file))) {
                throw new ContractException("contracts/accepted/" + file + " is missing; restore it");
            }
        }
        if (!Files.readString(accepted.resolve(CHECKSUMS)).equals(checksums(accepted))) {
            throw new ContractException(
                    "contracts/accepted was changed by hand; restore it, and let ./gpuaas accept change it");
        }
    }

    /** Makes the contract as written the accepted one. */
    void accept() throws IOException {
        Files.createDirectories(accepted);
        for (String file : FILES) {
            Files.copy(contracts.resolve(file), accepted.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.writeString(accepted.resolve(CHECKSUMS), checksums(accepted));
    }

    void record(List<String> breakingChanges, String reason) throws IOException {
        Path log = accepted.resolve(LOG);
        if (!Files.exists(log)) {
            Files.writeString(log, LOG_HEADER);
        }
        StringBuilder entry = new StringBuilder("\n## Contract ")
                .append(sha256(checksums(contracts).getBytes(StandardCharsets.UTF_8)), 0, 16)
                .append("\n\n")
                .append(reason)
                .append("\n\n");
        breakingChanges.forEach(change -> entry.append("- ").append(change).append('\n'));
        Files.writeString(log, entry, StandardOpenOption.APPEND);
    }

    private static String checksums(Path folder) throws IOException {
        StringBuilder checksums = new StringBuilder();
        for (String file : FILES) {
            checksums
                    .append(sha256(Files.readAllBytes(folder.resolve(file))))
                    .append("  ")
                    .append(file)
                    .append('\n');
        }
        return checksums.toString();
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
