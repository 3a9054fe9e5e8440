import { Table, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ask } from "../../api/client";
import { Ago } from "../../ui/ago";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { State } from "../badge";
import { operatorKey } from "../queries";
import { type Round, stateOf, time } from "./rounds";

/** Processes report every ten seconds. */
const REFRESH_MILLISECONDS = 10_000;

const backgroundRounds = queryOptions({
  queryKey: [...operatorKey, "background"],
  queryFn: async () => (await ask(api.GET("/api/v1/background-rounds"))).rounds,
  refetchInterval: REFRESH_MILLISECONDS,
});

export default function BackgroundWork() {
  const rounds = useQuery(backgroundRounds);
  return (
    <Page title="Background work" lead="Repeated work of every control plane process">
      <Loaded query={rounds} lines={10}>
        {(all) => (
          <TableCard
            label="Background work"
            head={["Round", "State", "Interval", "Last started", "Duration", "Runs", "Failures", "Last failure"]}
            minWidth={1000}
          >
            {all.map((round) => (
              <Row key={`${round.process} ${round.name}`} round={round} />
            ))}
          </TableCard>
        )}
      </Loaded>
    </Page>
  );
}

function Row({ round }: { round: Round }) {
  return (
    <Table.Tr>
      <Table.Td>
        {round.name}
        <Text size="xs" c="dimmed">
          {round.process}
          {round.role && `, ${round.role}`}
        </Text>
      </Table.Td>
      <Table.Td>
        <State state={stateOf(round)} />
      </Table.Td>
      <Table.Td className="figure nowrap">{time(round.interval_milliseconds)}</Table.Td>
      <Table.Td className="nowrap">{round.last_started_at ? <Ago at={round.last_started_at} /> : "—"}</Table.Td>
      <Table.Td className="figure nowrap">
        {round.last_duration_milliseconds === undefined ? "—" : time(round.last_duration_milliseconds)}
      </Table.Td>
      <Table.Td className="figure">{round.runs}</Table.Td>
      <Table.Td className="figure">{round.failures}</Table.Td>
      <Table.Td>
        {round.last_failure ?? "—"}
        {round.last_failed_at && (
          <Text size="xs" c="dimmed">
            <Ago at={round.last_failed_at} />
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
