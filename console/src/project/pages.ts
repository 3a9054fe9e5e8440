import { IconRobot, IconSettings, IconShieldCheck, IconUsers } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

export const projectPages: PageEntry[] = [
  {
    path: "/projects/$projectId/members",
    title: "Project members and invitations",
    load: () => import("./members"),
    needs: "project_members.read",
    nav: { section: "project", label: "Members", icon: IconUsers },
  },
  {
    path: "/projects/$projectId/service-accounts",
    title: "Credentials for CI and apps",
    load: () => import("./service-accounts"),
    needs: "service_accounts.read",
    nav: { section: "project", label: "Service accounts", icon: IconRobot },
  },
  {
    path: "/projects/$projectId/audit",
    title: "Every action in this project",
    load: () => import("./audit"),
    needs: "audit.read",
    nav: { section: "project", label: "Audit", icon: IconShieldCheck },
  },
  { path: "/projects/$projectId/trace/$correlationId", title: "Trace", load: () => import("./trace") },
  {
    path: "/projects/$projectId/settings",
    title: "Project name, policies and deletion",
    load: () => import("./settings"),
    nav: { section: "project", label: "Settings", icon: IconSettings },
  },
];
