import type { Icon } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { PagePath } from "./routes";

export type Section = "project" | "account" | "operator";

/** Headings in the operators' navigation. */
export const GROUPS = ["Fleet", "Capacity", "Apps", "Money", "System"] as const;

export type Group = (typeof GROUPS)[number];

export type NavEntry = { section: Section; label: string; icon: Icon };

/** One page of the console. Each area lists its pages in pages.ts; src/pages.ts lists the areas. */
export type PageEntry = {
  path: PagePath;
  title: string;
  /** Loads the page's chunk on navigation. */
  load: () => Promise<{ default: ComponentType }>;
  /** Permission needed to show the page in the navigation. The server still decides access. */
  needs?: string;
  /** Omitted for pages reached from other pages. */
  nav?: NavEntry;
};
