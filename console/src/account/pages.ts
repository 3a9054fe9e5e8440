import { IconBell, IconKey, IconPassword, IconUserCircle } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

export const accountPages: PageEntry[] = [
  {
    path: "/account/notifications",
    title: "What the platform told you, and how it reaches you",
    load: () => import("../notifications/inbox"),
    nav: { section: "account", label: "Notifications", icon: IconBell },
  },
  {
    path: "/account/ssh-keys",
    title: "Keys that let you into your allocations",
    load: () => import("./ssh-keys"),
    nav: { section: "account", label: "SSH keys", icon: IconKey },
  },
  {
    path: "/account/tokens",
    title: "Tokens with which programs act in your name",
    load: () => import("./tokens"),
    nav: { section: "account", label: "Access tokens", icon: IconPassword },
  },
  {
    path: "/account/profile",
    title: "Who you are here, what you may do, your password",
    load: () => import("./profile"),
    nav: { section: "account", label: "Profile", icon: IconUserCircle },
  },
];
