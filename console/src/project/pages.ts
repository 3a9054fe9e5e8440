import { IconRobot, IconSettings, IconShieldCheck, IconUsers } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

export const projectPages: PageEntry[] = [
  {
    path: "/projects/$projectId/members",
    title: "Who works here, and who is invited",
    load: () => import("./members"),
    needs: "project_members.read",
    nav: { section: "project", label: "Members", icon: IconUsers },
  },
  {
    path: "/projects/$projectId/service-accounts",
    title: "Machines that act in this project",
    load: () => import("./service-accounts"),
    needs: "service_accounts.read",
    nav: { section: "project", label: "Service accounts", icon: IconRobot },
  },
  {
    path: "/projects/$projectId/audit",
    title: "Who did what, when, and how it went",
    load: () => import("./audit"),
    needs: "audit.read",
    nav: { section: "project", label: "Audit", icon: IconShieldCheck },
  },
  { path: "/projects/$projectId/trace/$correlationId", title: "Trace", load: () => import("./trace") },
  {
    path: "/projects/$projectId/settings",
    title: "The project's name, further projects, policies in force",
    load: () => import("./settings"),
    nav: { section: "project", label: "Settings", icon: IconSettings },
  },
];
