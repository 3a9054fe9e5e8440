import { IconPackageExport } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

export const publishingPages: PageEntry[] = [
  {
    path: "/projects/$projectId/publishing",
    title: "Publish apps for your tenant or for everybody",
    load: () => import("./workspace"),
    needs: "apps.publish",
    nav: { section: "project", label: "Publishing", icon: IconPackageExport },
  },
  { path: "/projects/$projectId/artifacts/$artifactId", title: "Artifact", load: () => import("./artifact") },
];
