import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { all, api, ask } from "../api/client";

export type Publisher = Schemas["Publisher"];
export type PublisherKey = Schemas["PublisherKey"];
export type PublishIntent = Schemas["PublishIntent"];
export type Artifact = Schemas["Artifact"];
export type ArtifactKind = Schemas["ArtifactKind"];
export type ArtifactVerification = Schemas["ArtifactVerification"];

const PAGE = 100;
const PAGES_MAX = 5;

/** The most intents or artifacts that a page loads. */
export const LISTED_MAX = PAGE * PAGES_MAX;

/** Query key prefix of everything that a publisher works with. */
export function publishingKey(projectId: string, ...rest: string[]) {
  return ["project", projectId, "publishing", ...rest];
}

export function publishersOf(projectId: string, tenantId: string) {
  return queryOptions({
    queryKey: publishingKey(projectId, "publishers"),
    enabled: tenantId !== "",
    queryFn: () =>
      all((cursor) =>
        ask(
          api.GET("/api/v1/tenants/{tenant_id}/publishers", {
            params: { path: { tenant_id: tenantId }, query: { limit: PAGE, ...(cursor ? { cursor } : {}) } },
          }),
        ),
      ),
  });
}

export function keysOf(projectId: string, publisher: Publisher) {
  return queryOptions({
    queryKey: publishingKey(projectId, "keys", publisher.id),
    queryFn: () =>
      all((cursor) =>
        ask(
          api.GET("/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys", {
            params: {
              path: { tenant_id: publisher.tenant_id, publisher_id: publisher.id },
              query: { limit: PAGE, ...(cursor ? { cursor } : {}) },
            },
          }),
        ),
      ),
  });
}

/** Publish intents of a project, newest first. */
export function intentsOf(projectId: string) {
  return queryOptions({
    queryKey: publishingKey(projectId, "intents"),
    queryFn: () =>
      all(
        (cursor) =>
          ask(
            api.GET("/api/v1/projects/{project_id}/publish-intents", {
              params: { path: { project_id: projectId }, query: { limit: PAGE, ...(cursor ? { cursor } : {}) } },
            }),
          ),
        PAGES_MAX,
      ),
  });
}

/** Artifacts that a project's tenant published, newest first. */
export function artifactsOf(projectId: string) {
  return queryOptions({
    queryKey: publishingKey(projectId, "artifacts"),
    queryFn: () =>
      all(
        (cursor) =>
          ask(
            api.GET("/api/v1/projects/{project_id}/artifacts", {
              params: { path: { project_id: projectId }, query: { limit: PAGE, ...(cursor ? { cursor } : {}) } },
            }),
          ),
        PAGES_MAX,
      ),
  });
}

export function artifactOf(projectId: string, artifactId: string) {
  return queryOptions({
    queryKey: publishingKey(projectId, "artifact", artifactId),
    queryFn: () =>
      ask(
        api.GET("/api/v1/projects/{project_id}/artifacts/{artifact_id}", {
          params: { path: { project_id: projectId, artifact_id: artifactId } },
        }),
      ),
  });
}

/** Both states of an artifact, with its signatures and referrers. */
export function verificationOf(projectId: string, artifactId: string) {
  return queryOptions({
    queryKey: publishingKey(projectId, "verification", artifactId),
    queryFn: () =>
      ask(
        api.GET("/api/v1/projects/{project_id}/artifacts/{artifact_id}/verification", {
          params: { path: { project_id: projectId, artifact_id: artifactId } },
        }),
      ),
  });
}
