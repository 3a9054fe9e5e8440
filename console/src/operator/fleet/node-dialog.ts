import type { Node } from "../queries";

export type NodeDialogProps = { node: Node; opened: boolean; onClose: () => void };
