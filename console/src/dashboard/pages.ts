import { IconLayoutDashboard } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

export const dashboardPages: PageEntry[] = [
  {
    path: "/projects/$projectId",
    title: "Active allocations, cost and balance",
    load: () => import("./dashboard"),
    needs: "allocations.read",
    nav: { section: "project", label: "Dashboard", icon: IconLayoutDashboard },
  },
];
