import { IconLayoutDashboard } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

export const dashboardPages: PageEntry[] = [
  {
    path: "/projects/$projectId",
    title: "What runs, what it costs, how long the balance lasts",
    load: () => import("./dashboard"),
    needs: "allocations.read",
    nav: { section: "project", label: "Dashboard", icon: IconLayoutDashboard },
  },
];
