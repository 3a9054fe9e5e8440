import { words } from "../ui/format";

const PHRASES: Record<string, string> = {
  exited: "shell exited",
  idle: "idle for too long",
  detached: "disconnected for too long",
  agent_ended: "node agent restarted",
  agent_stops: "node agent restarted",
  recording_failed: "recording failed",
};

/** Why a terminal ended, in a few words. */
export function endOf(reason: string, exitCode?: number): string {
  return `${PHRASES[reason] ?? words(reason)}${exitCode === undefined ? "" : ` (${exitCode})`}`;
}
