import { Page } from "../ui/page";

export default function AllocationDetail() {
  return <Page title="Allocation">…</Page>;
}
