import { IconReceipt2 } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

export const billingPages: PageEntry[] = [
  {
    path: "/projects/$projectId/billing",
    title: "Balance, costs, payments",
    load: () => import("./billing"),
    needs: "billing.read",
    nav: { section: "project", label: "Billing", icon: IconReceipt2 },
  },
  { path: "/billing", title: "Payment", load: () => import("./returned") },
];
