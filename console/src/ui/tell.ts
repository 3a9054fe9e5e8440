import { notifications } from "@mantine/notifications";
import { asProblem } from "../api/problem";

export function tell(message: string, title?: string): void {
  notifications.show({ message, ...(title ? { title } : {}), color: "teal", autoClose: 5_000 });
}

export function tellProblem(error: unknown): void {
  const problem = asProblem(error);
  const trace = problem.correlationId ? ` (correlation id ${problem.correlationId})` : "";
  notifications.show({ title: "That did not work", message: problem.message + trace, color: "red", autoClose: 12_000 });
}
