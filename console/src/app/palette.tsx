import "@mantine/spotlight/styles.css";
import { Spotlight, type SpotlightActionGroupData, spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { parseCorrelationId } from "../operator/system/trace-id";
import { type Command, useOfferedCommands } from "./commands";
import { traceAddress, useMe, usePlaces } from "./me";
import { useNavigation } from "./navigation";
import { useShownProject } from "./project-switcher";

const PaletteThings = lazy(() => import("./palette-things"));

const SHOWN_MAX = 12;
const NOTHING: Command[] = [];

/**
 * Command palette: pages, projects, named resources and commands of the current page. It opens whenever `asked`, a
 * counter of requests, changes.
 */
export default function Palette({ asked }: { asked: number }) {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const places = usePlaces();
  const offered = useOfferedCommands();
  const me = useMe();
  const shown = useShownProject();
  const [query, setQuery] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState(NOTHING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request opens the palette again.
  useEffect(() => spotlight.open(), [asked]);
  const pasted = parseCorrelationId(query);
  const project = places.data?.find((place) => place.project.id === shown?.id)?.project;
  const traced = pasted && me.data ? traceAddress(pasted, me.data, project) : undefined;
  const groups = useMemo(() => {
    const commands: Command[] = [
      ...(traced
        ? [
            {
              id: `trace ${pasted}`,
              label: `Trace ${pasted}`,
              description: "Everything this request caused",
              group: "Trace",
              keywords: query,
              run: () => void navigate({ to: traced }),
            },
          ]
        : []),
      ...offered,
      ...navigation.map(({ page, nav, to }) => ({
        id: `page ${to}`,
        label: nav.label,
        description: page.title,
        group: "Pages",
        run: () => void navigate({ to }),
      })),
      ...(places.data ?? []).map(({ project, tenant }) => ({
        id: `project ${project.id}`,
        label: project.name,
        description: tenant ? `Project in ${tenant.name}` : "Project",
        group: "Projects",
        run: () => void navigate({ to: "/projects/$projectId", params: { projectId: project.id } }),
      })),
      ...found,
    ];
    return grouped(commands);
  }, [offered, navigation, places.data, navigate, pasted, traced, query, found]);
  return (
    <>
      {isOpen && (
        <Suspense fallback={null}>
          <PaletteThings query={query} onFound={setFound} />
        </Suspense>
      )}
      <Spotlight
        actions={groups}
        query={query}
        onQueryChange={setQuery}
        onSpotlightOpen={() => setOpen(true)}
        onSpotlightClose={() => setOpen(false)}
        shortcut={null}
        limit={SHOWN_MAX}
        scrollable
        nothingFound="No results"
        searchProps={{
          leftSection: <IconSearch size={18} aria-hidden />,
          placeholder: "Search pages, allocations and commands",
          "aria-label": "Search pages and commands",
        }}
      />
    </>
  );
}

function grouped(commands: Command[]): SpotlightActionGroupData[] {
  const groups = new Map<string, SpotlightActionGroupData>();
  for (const { id, label, description, group, keywords, run } of commands) {
    const own = groups.get(group) ?? { group, actions: [] };
    own.actions.push({
      id,
      label,
      ...(description ? { description } : {}),
      ...(keywords ? { keywords } : {}),
      onClick: run,
    });
    groups.set(group, own);
  }
  return [...groups.values()];
}
