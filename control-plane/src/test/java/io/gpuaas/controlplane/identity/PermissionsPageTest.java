package io.gpuaas.controlplane.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/permissions.md matches {@link Role}. To write it again, run this test with -Dgpuaas.write-pages. */
class PermissionsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "permissions.md");

    @Test
    void thePageShowsTheTable() throws IOException {
        if (System.getProperty("gpuaas.write-pages") != null) {
            Files.writeString(PAGE, page());
        }
        assertThat(PAGE).content().isEqualTo(page());
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Permissions

                Who may do what. Made from the enum `Role` by `PermissionsPageTest`; to write it again, run that test with `-Dgpuaas.write-pages`.

                Platform roles hold everywhere. Tenant roles hold in their tenant and all its projects, project roles in their project. A service account may what its scopes name among the permissions of `project_admin`; a token with scopes may what its owner may and its scopes name.

                """);
        page.append("| Permission |");
        for (Role role : Role.values()) {
            page.append(" `").append(role.wireName()).append("` |");
        }
        page.append("\n|---|").append(":-:|".repeat(Role.values().length)).append('\n');
        for (String permission : new TreeSet<>(Role.allPermissions())) {
            page.append("| `").append(permission).append("` |");
            page.append(Arrays.stream(Role.values())
                            .map(role -> role.permissions().contains(permission) ? " yes " : "  ")
                            .collect(Collectors.joining("|")))
                    .append("|\n");
        }
        return page.toString();
    }
}
