import { Group, NavLink, ScrollArea, UnstyledButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { PAGES } from "../pages";
import { useCurrentProject, usePlatformPermissions } from "./me";
import { GROUPS, type NavEntry, type Group as NavGroup, type PageEntry } from "./page-entry";
import { useShownProject } from "./project-switcher";
import type { PagePath } from "./routes";

/** Operator pages by heading; a page that is not listed is under the first. */
const IN_GROUP: Partial<Record<PagePath, NavGroup>> = {
  "/operator/allocations": "Capacity",
  "/operator/queue": "Capacity",
  "/operator/reservations": "Capacity",
  "/operator/tenants": "Money",
  "/operator/finance": "Money",
  "/operator/prices": "Money",
  "/operator/app-reviews": "Apps",
  "/operator/app-grants": "Apps",
  "/operator/artifacts": "Apps",
  "/operator/policies": "System",
  "/operator/dead-letters": "System",
  "/operator/background": "System",
  "/operator/audit": "System",
  "/operator/health": "System",
  "/trace": "System",
};

type Part = { label: string; holds: (page: PageEntry, nav: NavEntry) => boolean };

const PARTS: Part[] = [
  { label: "Project", holds: (_page, nav) => nav.section === "project" },
  ...GROUPS.map((group) => ({
    label: group,
    holds: (page: PageEntry, nav: NavEntry) =>
      nav.section === "operator" && (IN_GROUP[page.path] ?? GROUPS[0]) === group,
  })),
  { label: "My account", holds: (_page, nav) => nav.section === "account" },
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

const FOLDED_KEY = "gpuaas.navigation.folded";

/** Folded parts of the navigation, kept in this browser. */
function useFolded(): [string[], (label: string) => void] {
  const [folded, setFolded] = useLocalStorage<string[]>({ key: FOLDED_KEY, defaultValue: [] });
  const fold = (label: string) =>
    setFolded(folded.includes(label) ? folded.filter((one) => one !== label) : [...folded, label]);
  return [folded, fold];
}

export function Navigation({ onChosen }: { onChosen: () => void }) {
  const entries = useNavigation();
  const [folded, fold] = useFolded();
  return (
    <ScrollArea type="auto">
      {PARTS.map(({ label, holds }) => {
        const own = entries.filter(({ page, nav }) => holds(page, nav));
        const isFolded = folded.includes(label);
        const Arrow = isFolded ? IconChevronRight : IconChevronDown;
        return own.length === 0 ? null : (
          // biome-ignore lint/a11y/useSemanticElements: a group of links is no part of a form.
          <div key={label} role="group" aria-label={label}>
            <UnstyledButton className="nav-label nav-group" aria-expanded={!isFolded} onClick={() => fold(label)}>
              <Group justify="space-between" wrap="nowrap">
                {label}
                <Arrow size={14} aria-hidden />
              </Group>
            </UnstyledButton>
            {!isFolded &&
              own.map(({ nav, to }) => (
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
