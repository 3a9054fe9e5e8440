import { Table, Text } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { StateBadge } from "../../apps/badges";
import { partsOf } from "../../apps/names";
import { Ago } from "../../ui/ago";
import { AnchorLink } from "../../ui/links";
import { Empty, NewestShown } from "../../ui/note";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { appReviews, LISTED_MAX } from "./queries";

export default function AppReviews() {
  const reviews = useQuery(appReviews);
  return (
    <Page title="App reviews" lead="Versions that wait for a reviewer from outside the publisher's tenant">
      <Loaded query={reviews} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconChecklist size={36} aria-hidden />} title="Nothing to review">
              Versions appear here as soon as a publisher submits them.
            </Empty>
          ) : (
            <>
              <TableCard label="Reviews" head={["Version", "Title", "State", "Submitted"]}>
                {all.map((one) => {
                  const { namespace, app_name } = partsOf(one.app);
                  return (
                    <Table.Tr key={one.id}>
                      <Table.Td>
                        <AnchorLink
                          to="/operator/app-reviews/$namespace/$appName/$appVersion"
                          params={{ namespace, appName: app_name, appVersion: one.version }}
                          size="sm"
                          fw={600}
                        >
                          {one.app} {one.version}
                        </AnchorLink>
                      </Table.Td>
                      <Table.Td>
                        <Text size="sm" className="break-words">
                          {one.title}
                        </Text>
                      </Table.Td>
                      <Table.Td>
                        <StateBadge state={one.state} />
                      </Table.Td>
                      <Table.Td className="nowrap">{one.submitted_at ? <Ago at={one.submitted_at} /> : "—"}</Table.Td>
                    </Table.Tr>
                  );
                })}
              </TableCard>
              <NewestShown count={all.length} max={LISTED_MAX} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
