import { Group, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { IconMailQuestion } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCurrentProject, usePlaces } from "../app/me";
import { short } from "../app/person";
import { PersonName } from "../app/person-name";
import { Ago } from "../ui/ago";
import { AnchorLink, ButtonLink } from "../ui/links";
import { Empty, NewestShown } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { TableCard } from "../ui/table";
import { StateBadge } from "./badges";
import { DecideAppRequestButton } from "./decide-app-request-button";
import { appLink } from "./names";
import { type AppRequestState, appRequestsOf, LISTED_MAX } from "./queries";

const STATES: { value: AppRequestState; label: string }[] = [
  { value: "open", label: "Open" },
  { value: "approved", label: "Approved" },
  { value: "declined", label: "Declined" },
];

export default function AppRequests() {
  const { projectId, tenantId = "", place } = useCurrentProject();
  const places = usePlaces();
  const search = useSearch({ from: "/projects/$projectId/app-requests" });
  const navigate = useNavigate({ from: "/projects/$projectId/app-requests" });
  const state = STATES.find((one) => one.value === search.state)?.value ?? "open";
  const requests = useQuery(appRequestsOf(tenantId, state));
  const nameOf = (id: string) => places.data?.find((one) => one.project.id === id)?.project.name ?? short(id);
  return (
    <Page
      title="App requests"
      lead={`What the projects of ${place?.tenant?.name ?? "your tenant"} ask for. Approving enables the app for the project.`}
    >
      <Stack>
        <Group>
          <SegmentedControl
            aria-label="State"
            data={STATES}
            value={state}
            onChange={(value) => void navigate({ to: ".", search: { state: value }, replace: true })}
          />
        </Group>
        <Loaded query={requests}>
          {(all) =>
            all.length === 0 ? (
              <Empty
                icon={<IconMailQuestion size={36} aria-hidden />}
                title={state === "open" ? "No open requests" : `No ${state} requests`}
                action={
                  <ButtonLink to="/projects/$projectId/apps" params={{ projectId }} variant="default">
                    Browse apps
                  </ButtonLink>
                }
              >
                Members ask for apps in the catalogue of their project. You can also enable an app there without a
                request.
              </Empty>
            ) : (
              <>
                <TableCard
                  label="Requests"
                  head={["App", "Project", "Message", "Asked", state === "open" ? "Actions" : "Decision"]}
                  minWidth={760}
                >
                  {all.map((one) => (
                    <Table.Tr key={one.id}>
                      <Table.Td>
                        <AnchorLink
                          to="/projects/$projectId/apps/$namespace/$appName"
                          params={appLink(one.project_id, one.app)}
                          size="sm"
                        >
                          {one.app}
                        </AnchorLink>
                      </Table.Td>
                      <Table.Td>{nameOf(one.project_id)}</Table.Td>
                      <Table.Td className="keep-lines break-words">{one.message}</Table.Td>
                      <Table.Td>
                        <PersonName id={one.created_by} /> <Ago at={one.created_at} />
                      </Table.Td>
                      <Table.Td className="row-end">
                        {one.state === "open" ? (
                          <Group gap={6} justify="flex-end">
                            <DecideAppRequestButton
                              tenantId={tenantId}
                              request={one}
                              approve
                              project={nameOf(one.project_id)}
                            />
                            <DecideAppRequestButton
                              tenantId={tenantId}
                              request={one}
                              approve={false}
                              project={nameOf(one.project_id)}
                            />
                          </Group>
                        ) : (
                          <Stack gap={2}>
                            <StateBadge state={one.state} />
                            {one.answer && (
                              <Text size="xs" c="dimmed">
                                {one.answer}
                              </Text>
                            )}
                          </Stack>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </TableCard>
                <NewestShown count={all.length} max={LISTED_MAX} />
              </>
            )
          }
        </Loaded>
      </Stack>
    </Page>
  );
}
