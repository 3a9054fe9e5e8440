import { IconApps, IconMailQuestion } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

export const appPages: PageEntry[] = [
  {
    path: "/projects/$projectId/apps",
    title: "Apps this project may use or ask for",
    load: () => import("./catalogue"),
    needs: "apps.read",
    nav: { section: "project", label: "Apps", icon: IconApps },
  },
  { path: "/projects/$projectId/apps/$namespace/$appName", title: "App", load: () => import("./app") },
  {
    path: "/projects/$projectId/app-requests",
    title: "Requests for apps from all projects of the tenant",
    load: () => import("./requests"),
    needs: "apps.entitle",
    nav: { section: "project", label: "App requests", icon: IconMailQuestion },
  },
];
