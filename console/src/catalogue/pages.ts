import { IconCpu } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

export const cataloguePages: PageEntry[] = [
  {
    path: "/projects/$projectId/catalogue",
    title: "Available GPUs and their prices",
    load: () => import("./catalogue"),
    needs: "skus.read",
    nav: { section: "project", label: "Catalogue", icon: IconCpu },
  },
];
