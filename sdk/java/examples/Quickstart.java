import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationEstimate;
import io.gpuaas.sdk.AllocationWaits;
import io.gpuaas.sdk.AllocationsApi;
import io.gpuaas.sdk.AllocationsApi.ListAllocationsFilter;
import io.gpuaas.sdk.CreateAllocation;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.Page;
import io.gpuaas.sdk.PageRequest;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * A GPU for a minute: what it costs, creating it, waiting for it, giving it back.
 *
 * <pre>
 * export GPUAAS_SERVER=… GPUAAS_TOKEN=…
 * java -cp "sdk-java.jar:lib/*" Quickstart.java PROJECT
 * </pre>
 */
final class Quickstart {

    private static final String SKU = "h100-sxm-slice";

    public static void main(String[] arguments) {
        String server = System.getenv("GPUAAS_SERVER");
        String token = System.getenv("GPUAAS_TOKEN");
        if (server == null || token == null || arguments.length != 1) {
            System.err.println("usage: GPUAAS_SERVER=URL GPUAAS_TOKEN=TOKEN java Quickstart.java PROJECT");
            System.err.println("PROJECT is the project's id; gpuaas whoami prints it.");
            System.exit(2);
        }
        GpuaasClient client = GpuaasClient.connect(URI.create(server), token);
        ProjectId project = ProjectId.parse(arguments[0]);
        AllocationsApi allocations = client.allocations();

        AllocationEstimate estimate = allocations.estimateAllocation(project, SKU, 1);
        System.out.println("one " + SKU + " costs " + estimate.hourlyCost().amount() + " "
                + estimate.hourlyCost().currency() + " an hour");
        try {
            use(client, project, allocations.createAllocation(project, wanted()));
        } catch (GpuaasException.Conflict refusal) {
            System.err.println("not now: " + refusal.getMessage());
            System.exit(1);
        }
    }

    private static CreateAllocation wanted() {
        return new CreateAllocation(SKU, 1, "quickstart", Map.of("example", "yes"), null, null, null, null, null);
    }

    private static void use(GpuaasClient client, ProjectId project, Allocation created) {
        AllocationWaits waits = AllocationWaits.on(client, Duration.ofMinutes(10));
        try {
            Allocation active = waits.telling(one -> System.out.println("  " + one.state()))
                    .untilActive(project, created.id());
            System.out.println("sign in with: " + active.access().command());
            ListAllocationsFilter mine = ListAllocationsFilter.none().label("example=yes");
            Page.all(PageRequest.first(), page -> client.allocations().listAllocations(project, mine, page))
                    .findFirst()
                    .ifPresent(one -> System.out.println("found by its label: " + one.name()));
        } finally {
            client.allocations().releaseAllocation(project, created.id());
            waits.untilReleased(project, created.id());
            System.out.println("given back");
        }
    }
}
