import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { all, api, ask } from "../api/client";
import { ProblemError } from "../api/problem";
import { type Cast, CastReader } from "./cast";

export type Recording = Schemas["Recording"];

export type RecordingFilter = {
  allocation_id?: string | undefined;
  opened_by?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Name of the person who opened the terminal, or the end of the id if unknown. */
export function openerOf(recording: Recording): string {
  return recording.opened_by_name ?? `Unknown user (${recording.opened_by.slice(-8)})`;
}

export function recordingOf(projectId: string, terminalId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "recording", terminalId],
    queryFn: () =>
      ask(
        api.GET("/api/v1/projects/{project_id}/recordings/{terminal_id}", {
          params: { path: { project_id: projectId, terminal_id: terminalId } },
        }),
      ),
  });
}

export function segmentsOf(projectId: string, terminalId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "recording", terminalId, "segments"],
    queryFn: () =>
      all((cursor) =>
        ask(
          api.GET("/api/v1/projects/{project_id}/recordings/{terminal_id}/segments", {
            params: {
              path: { project_id: projectId, terminal_id: terminalId },
              query: { limit: 200, ...(cursor ? { cursor } : {}) },
            },
          }),
        ),
      ),
  });
}

/** Playback is audited, so it is fetched once and cached. */
export function castOf(projectId: string, terminalId: string, fromSegment: number) {
  return queryOptions({
    queryKey: ["recorded", terminalId, fromSegment],
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      loadCast(
        `/api/v1/projects/${projectId}/recordings/${terminalId}/play?from_segment=${fromSegment}&screens=true`,
        signal,
      ),
  });
}

async function loadCast(address: string, signal: AbortSignal): Promise<Cast> {
  const response = await fetch(address, {
    signal,
    headers: { Accept: "application/x-asciicast, application/problem+json" },
  });
  if (!response.ok || !response.body) {
    const problem = (await response.json().catch(() => ({}))) as object;
    throw new ProblemError(problem, response.status);
  }
  const reader = new CastReader();
  const text = new TextDecoder();
  const body = response.body.getReader();
  for (let piece = await body.read(); !piece.done; piece = await body.read()) {
    if (!reader.read(text.decode(piece.value, { stream: true }))) {
      await body.cancel();
      return reader.done(false);
    }
  }
  return reader.done(true);
}
