import { notifications } from "@mantine/notifications";
import { asProblem } from "../api/problem";

export function tell(message: string, title?: string): void {
  notifications.show({ message, ...(title ? { title } : {}), color: "teal", autoClose: 5_000 });
}

export function tellProblem(error: unknown): void {
  const problem = asProblem(error);
  const trace = problem.correlationId ? ` (correlation ID ${problem.correlationId})` : "";
  notifications.show({
    title: "Something went wrong",
    message: problem.message + trace,
    color: "red",
    autoClose: 12_000,
  });
}
