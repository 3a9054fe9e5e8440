import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationWaits;
import io.gpuaas.sdk.CreateAllocation;
import io.gpuaas.sdk.GpuaasClient;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Two allocations at the same time: each is created, waited for and given back on a thread of its own.
 *
 * <pre>
 * export GPUAAS_SERVER=… GPUAAS_TOKEN=…
 * java -cp "sdk-java.jar:lib/*" TwoAtOnce.java PROJECT
 * </pre>
 */
final class TwoAtOnce {

    public static void main(String[] arguments) {
        String address = System.getenv("GPUAAS_SERVER");
        String token = System.getenv("GPUAAS_TOKEN");
        if (address == null || token == null || arguments.length != 1) {
            System.err.println("usage: GPUAAS_SERVER=URL GPUAAS_TOKEN=TOKEN java TwoAtOnce.java PROJECT");
            System.err.println("PROJECT is the project's id; gpuaas whoami prints it.");
            System.exit(2);
        }
        GpuaasClient client = GpuaasClient.connect(URI.create(address), token);
        ProjectId project = ProjectId.parse(arguments[0]);

        CompletableFuture<Allocation> left = client.async(one -> use(one, project, "left"));
        CompletableFuture<Allocation> right = client.async(one -> use(one, project, "right"));

        CompletableFuture.allOf(left, right).join();
        System.out.println(left.join().name() + " and " + right.join().name() + " are given back");
    }

    private static Allocation use(GpuaasClient client, ProjectId project, String name) {
        CreateAllocation wanted = new CreateAllocation("h100-sxm-slice", 1, name, null, null, null, null, null, null);
        Allocation created = client.allocations().createAllocation(project, wanted);
        AllocationWaits waits = AllocationWaits.on(client, Duration.ofMinutes(10));
        try {
            waits.untilActive(project, created.id());
            System.out.println(name + " is active");
        } finally {
            client.allocations().releaseAllocation(project, created.id());
        }
        return waits.untilReleased(project, created.id());
    }
}
