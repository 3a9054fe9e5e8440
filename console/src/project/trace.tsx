import { queryOptions, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api, ask } from "../api/client";
import { permissionsOf, useCurrentProject, useMe } from "../app/me";
import { TracedId, TraceTimeline } from "../operator/system/trace";
import { AnchorLink } from "../ui/links";
import { Loaded, Page } from "../ui/page";

/** Trace of the whole tenant if the caller may read its audit trail, otherwise of the project. */
function traceOf(projectId: string, tenantId: string | undefined, correlationId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "trace", correlationId, tenantId],
    queryFn: () =>
      tenantId
        ? ask(
            api.GET("/api/v1/tenants/{tenant_id}/traces/{correlation_id}", {
              params: { path: { tenant_id: tenantId, correlation_id: correlationId } },
            }),
          )
        : ask(
            api.GET("/api/v1/projects/{project_id}/traces/{correlation_id}", {
              params: { path: { project_id: projectId, correlation_id: correlationId } },
            }),
          ),
  });
}

export default function ProjectTrace() {
  const { correlationId } = useParams({ from: "/projects/$projectId/trace/$correlationId" });
  const { projectId, tenantId, isKnown } = useCurrentProject();
  const me = useMe();
  const ofTenant = me.data && tenantId && permissionsOf(me.data, tenantId).has("audit.read") ? tenantId : undefined;
  const trace = useQuery({ ...traceOf(projectId, ofTenant, correlationId), enabled: isKnown });
  return (
    <Page title="Trace" lead={<TracedId id={correlationId} />}>
      <Loaded query={trace} lines={8}>
        {(known) => (
          <TraceTimeline trace={known} whose="project">
            Other projects are not shown here. Send this ID to an operator, who can see the whole trace.{" "}
            <AnchorLink to="/projects/$projectId" params={{ projectId: projectId }} inherit>
              Back to the project
            </AnchorLink>
          </TraceTimeline>
        )}
      </Loaded>
    </Page>
  );
}
