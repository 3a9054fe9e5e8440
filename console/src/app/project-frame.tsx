import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { api, ask } from "../api/client";
import { ProblemNote } from "../ui/note";
import { Lines, Page } from "../ui/page";
import { NothingHere } from "./fallbacks";
import { type Place, placesKey, useMe, usePlaces, useProjectId } from "./me";
import { standingOf } from "./standing";

/** Wraps every project page and reports a missing or failing project in one place. */
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
    // Add the project to the known ones.
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
      return (
        <NothingHere title="Project not found, or you don't have access">
          Ask a project admin to invite you, or choose another project.
        </NothingHere>
      );
    case "failed":
      return (
        <Page title="Can't load your projects">
          <ProblemNote error={standing.error} retry={() => void queries.refetchQueries({ type: "active" })} />
        </Page>
      );
  }
}
