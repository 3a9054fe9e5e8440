import { IconBell, IconKey, IconPassword, IconUserCircle } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

export const accountPages: PageEntry[] = [
  {
    path: "/account/notifications",
    title: "Notifications and delivery preferences",
    load: () => import("../notifications/inbox"),
    nav: { section: "account", label: "Notifications", icon: IconBell },
  },
  {
    path: "/account/ssh-keys",
    title: "Public keys for SSH access to allocations",
    load: () => import("./ssh-keys"),
    nav: { section: "account", label: "SSH keys", icon: IconKey },
  },
  {
    path: "/account/tokens",
    title: "Tokens for scripts that act as you",
    load: () => import("./tokens"),
    nav: { section: "account", label: "Access tokens", icon: IconPassword },
  },
  {
    path: "/account/profile",
    title: "Your roles, password and second factor",
    load: () => import("./profile"),
    nav: { section: "account", label: "Profile", icon: IconUserCircle },
  },
];
