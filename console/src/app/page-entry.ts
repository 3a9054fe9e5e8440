import type { Icon } from "@tabler/icons-react";
import type { ComponentType } from "react";

export type Section = "project" | "account" | "operator";

/** One page of the console. An area lists its own in its pages.ts; src/pages.ts lists the areas. */
export type PageEntry = {
  /** As TanStack Router writes it; pages of a project begin with /projects/$projectId. */
  path: string;
  title: string;
  /** The page's own chunk, loaded when somebody goes there. */
  load: () => Promise<{ default: ComponentType }>;
  /** Hidden from the navigation for people without it. The server decides what they see; this only spares them a no. */
  needs?: string;
  /** Left out for pages one reaches from others. */
  nav?: { section: Section; label: string; icon: Icon };
};
