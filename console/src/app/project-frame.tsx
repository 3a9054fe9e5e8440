import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { api, ask } from "../api/client";
import { ProblemNote } from "../ui/note";
import { Lines, Page } from "../ui/page";
import { NothingHere } from "./fallbacks";
import { type Place, placesKey, useMe, usePlaces, useProjectId } from "./me";
import { standingOf } from "./standing";

/** Around every page of a project: a project that is not there, or cannot be asked for, is told once for all of them. */
export function ProjectFrame() {
  const projectId = useProjectId();
  const me = useMe();
  const places = usePlaces();
  const isListed = places.data?.some((place) => place.project.id === projectId) ?? true;
  const project = useQuery({
    queryKey: ["project", projectId, "itself"],
    enabled: !isListed,
    queryFn: () => ask(api.GET("/api/v1/projects/{project_id}", { params: { path: { project_id: projectId } } })),
  });
  const queries = useQueryClient();
  useEffect(() => {
    // From now on it is a place like the others.
    if (!isListed && project.data) {
      const place: Place = { project: project.data, tenant: undefined };
      queries.setQueryData<Place[]>(placesKey(me.data?.principal_id), (listed) => [...(listed ?? []), place]);
    }
  }, [isListed, project.data, me.data, queries]);
  const standing = standingOf(projectId, me, places, project);
  switch (standing.kind) {
    case "open":
      return <Outlet />;
    case "sought":
      return <Lines count={6} />;
    case "absent":
      return <NothingHere title="There is no such project, or you are not in it">Ask who leads it to invite you, or choose another project.</NothingHere>;
    case "failed":
      return (
        <Page title="Your projects cannot be shown">
          <ProblemNote error={standing.error} retry={() => void queries.refetchQueries({ type: "active" })} />
        </Page>
      );
  }
}
