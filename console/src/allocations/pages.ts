import { IconCalendarTime, IconServer2 } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

export const allocationPages: PageEntry[] = [
  {
    path: "/projects/$projectId/allocations",
    title: "GPUs this project uses or has used",
    load: () => import("./list"),
    needs: "allocations.read",
    nav: { section: "project", label: "Allocations", icon: IconServer2 },
  },
  {
    path: "/projects/$projectId/reservations",
    title: "Capacity reserved for a future time",
    load: () => import("../reservations/list"),
    needs: "allocations.read",
    nav: { section: "project", label: "Reservations", icon: IconCalendarTime },
  },
  { path: "/projects/$projectId/allocations/new", title: "New allocation", load: () => import("./create") },
  { path: "/projects/$projectId/allocations/$allocationId", title: "Allocation", load: () => import("./detail") },
];
