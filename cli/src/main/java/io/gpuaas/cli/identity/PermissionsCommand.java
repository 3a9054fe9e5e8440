package io.gpuaas.cli.identity;

import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.Grant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "permissions",
        mixinStandardHelpOptions = true,
        description = "Show your permissions and the roles that grant them.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas permissions",
            "  gpuaas permissions --tenant 0198c0de-0000-7000-8000-000000000001",
        })
final class PermissionsCommand implements Runnable {

    private final Session session;

    @Option(names = "--tenant", paramLabel = "TENANT", description = "Filter by tenant.")
    private @Nullable TenantId tenantId;

    @Option(names = "--project", paramLabel = "PROJECT", description = "Filter by project.")
    private @Nullable ProjectId projectId;

    PermissionsCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        List<Map<String, Object>> rows = session.connect().identity().getMe().grants().stream()
                .filter(grant -> tenantId == null || tenantId.equals(grant.tenantId()))
                .filter(grant -> projectId == null || projectId.equals(grant.projectId()))
                .flatMap(grant -> grant.permissions().stream().map(permission -> row(permission, grant)))
                .toList();
        session.output().list(rows.iterator(), "permission", "role", "tenant_id", "project_id");
    }

    private static Map<String, Object> row(String permission, Grant grant) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("permission", permission);
        row.put("role", grant.role());
        row.put("tenant_id", grant.tenantId());
        row.put("project_id", grant.projectId());
        row.values().removeIf(Objects::isNull);
        return row;
    }
}
