import { Button, Group, Select, TextInput } from "@mantine/core";
import { IconPlus, IconServer2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useCurrentProject } from "../app/me";
import { words } from "../ui/format";
import { ButtonLink } from "../ui/links";
import { Empty, NewestShown } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { type AllocationState, allocationsOf, LISTED_MAX, LIVE_STATES } from "./queries";
import { ReleaseAllocationsButton } from "./release-button";
import { AllocationTable } from "./table";

const STATES: AllocationState[] = [...LIVE_STATES, "released", "failed"];
const NOTHING_CHOSEN = new Set<string>();

export default function AllocationList() {
  const { projectId, can } = useCurrentProject();
  // The filter is kept in the URL so that it can be shared.
  const filter = useSearch({ from: "/projects/$projectId/allocations" });
  const navigate = useNavigate({ from: "/projects/$projectId/allocations" });
  const [chosen, setChosen] = useState(NOTHING_CHOSEN);
  const { text = "", sort, ...asked } = filter;
  const allocations = useQuery(allocationsOf(projectId, asked));
  const change = (part: typeof filter) => {
    setChosen(NOTHING_CHOSEN);
    void navigate({ to: ".", search: { ...filter, ...part }, replace: true });
  };
  const isFiltered = Boolean(text) || Object.values(asked).some(Boolean);
  const newButton = can("allocations.create") && (
    <ButtonLink
      to="/projects/$projectId/allocations/new"
      params={{ projectId: projectId }}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      New allocation
    </ButtonLink>
  );
  return (
    <Page title="Allocations" lead="GPUs this project uses or has used" actions={newButton}>
      <Group align="flex-end" gap="sm" className="filters">
        <TextInput
          label="Name"
          placeholder="Filter by name"
          value={text}
          onChange={(event) => change({ text: event.currentTarget.value || undefined })}
        />
        <Select
          label="State"
          placeholder="Any"
          clearable
          clearButtonProps={{ "aria-label": "Any state" }}
          data={STATES.map((state) => ({ value: state, label: words(state) }))}
          value={filter.state ?? null}
          onChange={(state) => change({ state: state ?? undefined })}
        />
        <TextInput
          label="Label"
          placeholder="team=vision"
          defaultValue={filter.label ?? ""}
          onBlur={(event) => change({ label: event.currentTarget.value.trim() || undefined })}
          onKeyDown={(event) =>
            event.key === "Enter" && change({ label: event.currentTarget.value.trim() || undefined })
          }
        />
        {can("allocations.release") && chosen.size > 0 && (
          <ReleaseAllocationsButton
            projectId={projectId}
            chosen={(allocations.data ?? []).filter((one) => chosen.has(one.id))}
            onDone={() => setChosen(NOTHING_CHOSEN)}
          />
        )}
      </Group>
      <NewestShown count={allocations.data?.length ?? 0} max={LISTED_MAX}>
        Filter by state or label to see older ones.
      </NewestShown>
      <Loaded query={allocations} lines={6}>
        {(all) => {
          const shown = all.filter((one) => one.name.toLowerCase().includes(text.toLowerCase()));
          return shown.length === 0 ? (
            <Empty
              icon={<IconServer2 size={36} aria-hidden />}
              title={isFiltered ? "No allocations match" : "No allocations yet"}
              action={
                isFiltered ? (
                  <Button variant="default" onClick={() => void navigate({ to: ".", search: { sort } })}>
                    Clear filters
                  </Button>
                ) : (
                  newButton
                )
              }
            >
              {isFiltered
                ? "Remove a filter to see more."
                : "An allocation is one or more GPUs with a shell, billed by the second. Create one to get started."}
            </Empty>
          ) : (
            <AllocationTable
              projectId={projectId}
              allocations={shown}
              {...(can("allocations.release") ? { chosen, onChoose: setChosen } : {})}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}
