import { Badge, Button, Stack, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCalendarPlus, IconCalendarTime } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { all, api, ask } from "../api/client";
import { useCurrentProject } from "../app/me";
import { dateTime, duration } from "../ui/format";
import { AnchorLink } from "../ui/links";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { TableCard } from "../ui/table";
import { CancelReservationButton } from "./cancel-button";
import { CreateReservationDialog } from "./create-dialog";

type Reservation = Schemas["Reservation"];

const COLORS: Record<Schemas["ReservationState"], string> = {
  planned: "blue",
  fulfilled: "teal",
  canceled: "gray",
  missed: "red",
};

export default function Reservations() {
  const { projectId, can } = useCurrentProject();
  const queries = useQueryClient();
  const key = ["project", projectId, "reservations"];
  const [reserving, dialog] = useDisclosure(false);
  const reservations = useQuery({
    queryKey: key,
    enabled: projectId !== "",
    queryFn: () =>
      all((cursor) =>
        ask(
          api.GET("/api/v1/projects/{project_id}/reservations", {
            params: { path: { project_id: projectId }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
          }),
        ),
      ),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const reserve = can("allocations.create") && (
    <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={dialog.open}>
      Reserve capacity
    </Button>
  );
  return (
    <Page
      title="Reservations"
      lead="Reserve GPUs for a future time; the allocation starts automatically"
      actions={reserve}
    >
      <CreateReservationDialog projectId={projectId} opened={reserving} onClose={dialog.close} onReserved={refresh} />
      <Loaded query={reservations}>
        {(items) =>
          items.length === 0 ? (
            <Empty icon={<IconCalendarTime size={36} aria-hidden />} title="No reservations yet" action={reserve}>
              Reserve GPUs for a future time so that nobody else can take them.
            </Empty>
          ) : (
            <TableCard
              label="Reservations"
              head={["Name", "State", "Capacity", "Starts", "Duration", ""]}
              minWidth={760}
            >
              {items.map((one) => (
                <Row key={one.id} reservation={one} mayCancel={can("allocations.release")} onCanceled={refresh} />
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Page>
  );
}

function Row({
  reservation,
  mayCancel,
  onCanceled,
}: {
  reservation: Reservation;
  mayCancel: boolean;
  onCanceled: () => Promise<void>;
}) {
  const { project_id: projectId, name } = reservation;
  return (
    <Table.Tr>
      <Table.Td fw={600}>{name}</Table.Td>
      <Table.Td>
        <Stack gap={2}>
          <Badge variant="light" className={`state state-${COLORS[reservation.state]}`}>
            {reservation.state}
          </Badge>
          {reservation.message && (
            <Text size="xs" c="dimmed">
              {reservation.message}
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td className="nowrap">
        {reservation.count} × {reservation.sku}
      </Table.Td>
      <Table.Td className="nowrap">{dateTime(reservation.starts_at)}</Table.Td>
      <Table.Td className="nowrap">
        {duration((Date.parse(reservation.ends_at) - Date.parse(reservation.starts_at)) / 1000)}
      </Table.Td>
      <Table.Td>
        {reservation.allocation_id && (
          <AnchorLink
            to="/projects/$projectId/allocations/$allocationId"
            params={{ projectId: projectId, allocationId: reservation.allocation_id }}
          >
            View allocation
          </AnchorLink>
        )}
        {mayCancel && reservation.state === "planned" && (
          <CancelReservationButton
            projectId={projectId}
            reservation={reservation}
            size="compact-sm"
            onCanceled={onCanceled}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
