import type { ActHeader } from "../../api/act";
import { api, ask } from "../../api/client";
import type { Node } from "../queries";

/** An act on a node that needs nothing but a reason, named after its operation. */
export type NodeAct = (node: Node, reason: string, header: ActHeader) => Promise<Node>;

function givenReason({ id }: Node, reason: string, header: ActHeader) {
  return { params: { path: { node_id: id }, header }, body: { reason } };
}

export const cordonNode: NodeAct = (node, reason, header) =>
  ask(api.POST("/api/v1/nodes/{node_id}/cordon", givenReason(node, reason, header)));

export const quarantineNode: NodeAct = (node, reason, header) =>
  ask(api.POST("/api/v1/nodes/{node_id}/quarantine", givenReason(node, reason, header)));

export const readmitNode: NodeAct = (node, reason, header) =>
  ask(api.POST("/api/v1/nodes/{node_id}/readmit", givenReason(node, reason, header)));

export const retireNode: NodeAct = (node, reason, header) =>
  ask(api.POST("/api/v1/nodes/{node_id}/retire", givenReason(node, reason, header)));

export const revokeNodeCertificates: NodeAct = (node, reason, header) =>
  ask(api.POST("/api/v1/nodes/{node_id}/revoke-certificates", givenReason(node, reason, header)));
