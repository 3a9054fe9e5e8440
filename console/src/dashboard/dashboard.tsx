import { Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { HELD_MAX, isLive, LIVE_STATES, newestAndHeld } from "../allocations/queries";
import { AllocationTable } from "../allocations/table";
import { useCommands } from "../app/commands";
import { useCurrentProject } from "../app/me";
import { BalanceFigure, BalanceWarning } from "../billing/balance";
import { TourOffer } from "../help/tour-offer";
import { Figure } from "../ui/figure";
import { ButtonLink } from "../ui/links";
import { Loaded, Page } from "../ui/page";
import { GpuUse, Quota, Running, Spend } from "./figures";
import { Guide } from "./guide";
import { hourly } from "./held";

export default function Dashboard() {
  const { projectId, tenantId, place, can } = useCurrentProject();
  const navigate = useNavigate();
  const allocations = useQuery(newestAndHeld(projectId));
  const mayCreate = can("allocations.create");
  useCommands(
    useMemo(
      () => [
        {
          id: "create allocation",
          label: "Create allocation",
          group: "Actions",
          run: () => void navigate({ to: "/projects/$projectId/allocations/new", params: { projectId: projectId } }),
        },
      ],
      [navigate, projectId],
    ),
  );
  return (
    <Page
      title={place?.project.name ?? "Dashboard"}
      lead={place?.tenant ? `Project in ${place.tenant.name}` : "Current use and cost of this project"}
      actions={
        mayCreate && (
          <ButtonLink
            to="/projects/$projectId/allocations/new"
            params={{ projectId: projectId }}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            New allocation
          </ButtonLink>
        )
      }
    >
      <Loaded query={allocations}>
        {(all) => {
          const live = all.filter(isLive);
          const isCutOff = LIVE_STATES.some((state) => live.filter((one) => one.state === state).length >= HELD_MAX);
          return (
            <Stack gap="lg">
              <TourOffer />
              {can("billing.read") && <BalanceWarning tenantId={tenantId} />}
              <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
                <Running projectId={projectId} allocations={live} />
                <GpuUse allocations={live} />
                {can("policies.read") && <Quota projectId={projectId} allocations={live} />}
                <Figure label="Cost per hour" value={hourly(live)} note="for all active allocations" />
                {can("billing.read") && <Spend tenantId={tenantId} />}
                {can("billing.read") && <BalanceFigure tenantId={tenantId} />}
              </SimpleGrid>
              {isCutOff && (
                <Text size="sm" c="dimmed">
                  Only the newest {HELD_MAX.toLocaleString("en-US")} allocations of each state are counted and shown.
                </Text>
              )}
              {live.length === 0 ? (
                <Guide projectId={projectId} hasHadSome={all.length > 0} />
              ) : (
                <Stack gap="sm">
                  <Group justify="space-between">
                    <Title order={2} size="h4">
                      Running
                    </Title>
                    <ButtonLink
                      to="/projects/$projectId/allocations"
                      params={{ projectId: projectId }}
                      variant="subtle"
                      size="compact-sm"
                    >
                      All allocations
                    </ButtonLink>
                  </Group>
                  <AllocationTable projectId={projectId} allocations={live} />
                </Stack>
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Page>
  );
}
