import { words } from "../ui/format";

const PHRASES: Record<string, string> = {
  exited: "shell exited",
  idle: "idle too long",
  detached: "nobody connected for too long",
  agent_ended: "the host's agent restarted",
  agent_stops: "the host's agent restarted",
  recording_failed: "could not be recorded",
};

/** Why a terminal ended, in a few words. */
export function endOf(reason: string, exitCode?: number): string {
  return `${PHRASES[reason] ?? words(reason)}${exitCode === undefined ? "" : ` (${exitCode})`}`;
}
