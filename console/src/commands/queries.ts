import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";

export type Command = Schemas["Command"];
export type Output = Schemas["CommandOutput"];

const PAGE = 20;
const LOOK_AT_RUNNING_MS = 2_000;
const LOOK_AT_LIST_MS = 5_000;
/** How long the node may take to bring the rest of the output after the command has ended. */
const REST_MS = 10 * 60_000;

export function isOpen(command: Command): boolean {
  return command.state === "requested" || command.state === "running";
}

/**
 * Whether more output may come: for some time the node still brings the end of it after the command has ended. A node
 * that was lost brings nothing.
 */
export function isGrowing(command: Command, now = Date.now()): boolean {
  if (isOpen(command)) {
    return true;
  }
  const isIncomplete =
    (command.stdout_bytes !== undefined && command.stdout_stored < command.stdout_bytes) ||
    (command.stderr_bytes !== undefined && command.stderr_stored < command.stderr_bytes);
  return (
    isIncomplete &&
    command.state !== "unknown" &&
    command.ended_at !== undefined &&
    now - Date.parse(command.ended_at) < REST_MS
  );
}

/** A line that was typed here runs in a shell, and is shown as it was typed. */
export function lineOf(command: Command): string {
  const [program, option, line, ...more] = command.argv;
  return program === "sh" && option === "-c" && line !== undefined && more.length === 0
    ? line
    : command.argv.map((word) => (/[\s"'\\$]/.test(word) || word === "" ? JSON.stringify(word) : word)).join(" ");
}

export function commandsOf(projectId: string, allocationId: string) {
  return infiniteQueryOptions({
    queryKey: ["project", projectId, "allocation", allocationId, "commands"],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      ask(
        api.GET("/api/v1/projects/{project_id}/allocations/{allocation_id}/commands", {
          params: {
            path: { project_id: projectId, allocation_id: allocationId },
            query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
          },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: (query) =>
      query.state.data?.pages.some((page) => page.items.some(isOpen)) ? LOOK_AT_LIST_MS : false,
  });
}

export function commandOf(projectId: string, command: Command) {
  return queryOptions({
    queryKey: ["project", projectId, "allocation", command.allocation_id, "command", command.id],
    initialData: command,
    queryFn: () =>
      ask(
        api.GET("/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}", {
          params: { path: { project_id: projectId, allocation_id: command.allocation_id, command_id: command.id } },
        }),
      ),
    refetchInterval: (query) => (query.state.data && isGrowing(query.state.data) ? LOOK_AT_RUNNING_MS : false),
  });
}

export async function readOutput(
  projectId: string,
  command: Command,
  stream: Output,
  offset: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes: unknown = await ask(
    api.GET("/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}/output", {
      params: {
        path: { project_id: projectId, allocation_id: command.allocation_id, command_id: command.id },
        query: { stream, offset },
      },
      parseAs: "arrayBuffer",
      signal,
    }),
  );
  return new Uint8Array(bytes as ArrayBuffer);
}
