import { NavLink, ScrollArea } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { PAGES } from "../pages";
import { useCurrentProject, usePlatformPermissions } from "./me";
import type { NavEntry, PageEntry, Section } from "./page-entry";
import { useShownProject } from "./project-switcher";

const SECTIONS: { section: Section; label: string }[] = [
  { section: "project", label: "Project" },
  { section: "operator", label: "Operate" },
  { section: "account", label: "My account" },
];

/** Start page of operators; undefined if there is none. */
export const OPERATOR_HOME = PAGES.find((page) => page.nav?.section === "operator")?.path;

/** Navigation entries the caller can use, with their URLs. */
export function useNavigation(): { page: PageEntry; nav: NavEntry; to: string }[] {
  const shown = useShownProject();
  const { can } = useCurrentProject();
  const platform = usePlatformPermissions();
  return PAGES.flatMap((page) => (page.nav ? [{ page, nav: page.nav }] : []))
    .filter(({ page, nav }) => {
      switch (nav.section) {
        case "project":
          return shown !== undefined && (!page.needs || shown.can(page.needs) || can(page.needs));
        case "operator":
          return platform.has(page.needs ?? "nodes.read");
        default:
          return true;
      }
    })
    .map(({ page, nav }) => ({ page, nav, to: page.path.replace("$projectId", shown?.id ?? "") }));
}

/** A start page's URL is a prefix of others, so it is active only on an exact match. */
function isFirstPage(to: string): boolean {
  return /^\/projects\/[^/]+$/.test(to) || to === OPERATOR_HOME;
}

export function Navigation({ onChosen }: { onChosen: () => void }) {
  const entries = useNavigation();
  return (
    <ScrollArea type="auto">
      {SECTIONS.map(({ section, label }) => {
        const own = entries.filter(({ nav }) => nav.section === section);
        return own.length === 0 ? null : (
          // biome-ignore lint/a11y/useSemanticElements: a group of links is no part of a form.
          <div key={section} role="group" aria-label={label}>
            <div className="nav-label" aria-hidden>
              {label}
            </div>
            {own.map(({ nav, to }) => (
              <NavLink
                key={to}
                component={Link}
                to={to}
                label={nav.label}
                activeOptions={{ exact: isFirstPage(to), includeSearch: false }}
                leftSection={<nav.icon size={18} aria-hidden />}
                onClick={onChosen}
                variant="light"
              />
            ))}
          </div>
        );
      })}
    </ScrollArea>
  );
}
