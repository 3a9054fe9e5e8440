import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.AllocationsApi.ListAllocationsFilter;
import io.gpuaas.sdk.CreateServiceAccount;
import io.gpuaas.sdk.CreateServiceAccountKey;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.KeyKind;
import io.gpuaas.sdk.NewServiceAccountKey;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.ServiceAccount;
import io.gpuaas.sdk.ServiceAccountTokens;
import java.net.URI;
import java.util.List;

/**
 * A program with an identity of its own: made by a person, then used without one.
 *
 * <pre>
 * export GPUAAS_SERVER=… GPUAAS_TOKEN=…
 * java -cp "sdk-java.jar:lib/*" ServiceAccountJob.java PROJECT
 * </pre>
 */
final class ServiceAccountJob {

    public static void main(String[] arguments) {
        String address = System.getenv("GPUAAS_SERVER");
        String token = System.getenv("GPUAAS_TOKEN");
        if (address == null || token == null || arguments.length != 1) {
            System.err.println("usage: GPUAAS_SERVER=URL GPUAAS_TOKEN=TOKEN java ServiceAccountJob.java PROJECT");
            System.err.println("PROJECT is the project's id; gpuaas whoami prints it.");
            System.exit(2);
        }
        URI server = URI.create(address);
        GpuaasClient person = GpuaasClient.connect(server, token);
        ProjectId project = ProjectId.parse(arguments[0]);

        ServiceAccount account = person.machines()
                .createServiceAccount(project, new CreateServiceAccount("example-java", List.of("allocations.read")));
        try {
            // The secret is shown this once; a real program reads it from where its operator keeps secrets.
            NewServiceAccountKey key = person.machines()
                    .createServiceAccountKey(
                            project, account.id(), new CreateServiceAccountKey(KeyKind.SECRET, null, null));
            look(
                    GpuaasClient.connect(
                            server, ServiceAccountTokens.bySecret(server, key.key().id(), key.secret())),
                    project);
        } finally {
            person.machines().deleteServiceAccount(project, account.id());
        }
    }

    private static void look(GpuaasClient program, ProjectId project) {
        int seen = program.allocations()
                .listAllocations(project, ListAllocationsFilter.none(), PageRequest.first())
                .items()
                .size();
        System.out.println("it sees " + seen + " allocations");
        try {
            program.policies().listPolicies();
        } catch (GpuaasException.NotPermitted refusal) {
            System.out.println("and no policies: " + refusal.code());
        }
    }
}
