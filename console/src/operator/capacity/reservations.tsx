import { Select, Table, Text } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, ask } from "../../api/client";
import { type Place, usePlaces } from "../../app/me";
import { CancelReservationButton } from "../../reservations/cancel-button";
import { dateTime } from "../../ui/format";
import { Empty } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { useChanged } from "../act";
import { State } from "../badge";
import { AllocationLink, TenantLink } from "../names";

/** The API lists reservations per project; this bounds the number of requests. */
const PROJECTS_MAX = 50;

function reservationsOf(places: Place[]) {
  return queryOptions({
    queryKey: ["operator", "reservations", places.map((place) => place.project.id)],
    enabled: places.length > 0,
    queryFn: async () => {
      const lists = await Promise.all(
        places.map(async ({ project, tenant }) => {
          const page = await ask(
            api.GET("/api/v1/projects/{project_id}/reservations", {
              params: { path: { project_id: project.id }, query: { limit: 50 } },
            }),
          );
          return page.items.map((reservation) => ({ reservation, project, tenant }));
        }),
      );
      return lists.flat().sort((one, other) => other.reservation.starts_at.localeCompare(one.reservation.starts_at));
    },
  });
}

export default function Reservations() {
  const places = usePlaces();
  const changed = useChanged();
  const { tenant } = useSearch({ from: "/operator/reservations" });
  const navigate = useNavigate({ from: "/operator/reservations" });
  const asked = (places.data ?? []).filter((place) => !tenant || place.tenant?.id === tenant);
  const reservations = useQuery(reservationsOf(asked.slice(0, PROJECTS_MAX)));
  const names = [
    ...new Map(
      (places.data ?? []).flatMap((place) => (place.tenant ? [[place.tenant.id, place.tenant.name] as const] : [])),
    ),
  ];
  return (
    <Page title="Reservations" lead="Capacity reserved for a future time">
      <Select
        label="Tenant"
        placeholder="Any"
        clearable
        clearButtonProps={{ "aria-label": "Any tenant" }}
        data={names.map(([value, label]) => ({ value, label }))}
        value={tenant ?? null}
        onChange={(id) => void navigate({ to: ".", search: id ? { tenant: id } : {}, replace: true })}
        maw={260}
      />
      {asked.length > PROJECTS_MAX && (
        <Text c="dimmed">Showing the first {PROJECTS_MAX} projects. Choose a tenant to see others.</Text>
      )}
      <Loaded query={reservations}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconCalendarTime size={36} aria-hidden />} title="No reservations yet">
              Projects reserve capacity on their Reservations page or with gpuaas reservations create.
            </Empty>
          ) : (
            <TableCard
              label="Reservations"
              head={["Name", "State", "Tenant", "Project", "Capacity", "Starts", "Ends", ""]}
              minWidth={980}
            >
              {all.map(({ reservation, project }) => (
                <Table.Tr key={reservation.id}>
                  <Table.Td>{reservation.name}</Table.Td>
                  <Table.Td>
                    <State state={reservation.state} />
                    {reservation.message && (
                      <Text size="xs" c="dimmed">
                        {reservation.message}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <TenantLink id={project.tenant_id} />
                  </Table.Td>
                  <Table.Td>{project.name}</Table.Td>
                  <Table.Td className="nowrap">
                    {reservation.count} × {reservation.sku}
                  </Table.Td>
                  <Table.Td className="nowrap">{dateTime(reservation.starts_at)}</Table.Td>
                  <Table.Td className="nowrap">{dateTime(reservation.ends_at)}</Table.Td>
                  <Table.Td>
                    {reservation.allocation_id && (
                      <AllocationLink projectId={project.id} id={reservation.allocation_id} name="allocation" />
                    )}
                    {reservation.state === "planned" && (
                      <CancelReservationButton
                        projectId={project.id}
                        reservation={reservation}
                        size="xs"
                        onCanceled={() => changed(`${reservation.name} canceled.`)}
                      />
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Page>
  );
}
