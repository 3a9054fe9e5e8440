import type { Node } from "../queries";

/** The node's issues, in a few words. */
export function trouble(node: Node): string | undefined {
  const gpus = node.gpus.filter((gpu) => gpu.state !== "in_service").length;
  const lost = node.running.filter((one) => one.missing).length;
  const sentences = [
    ...(node.health?.faults ?? []),
    gpus > 0 ? `${gpus} GPU out of service` : undefined,
    lost > 0 ? `${lost} missing` : undefined,
    node.health?.clock_skewed ? "clock is off" : undefined,
    node.state !== "ready" ? node.state_reason : undefined,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join("; ") : undefined;
}

/** Since when the node is in trouble: a GPU may have failed long after the node became ready. */
export function troubleSince(node: Node): string {
  const failed = node.gpus.filter((gpu) => gpu.state !== "in_service").map((gpu) => gpu.state_since);
  return node.state === "ready" && failed.length > 0
    ? failed.reduce((first, one) => (Date.parse(one) < Date.parse(first) ? one : first))
    : node.state_since;
}
