import { Badge, Group, Stack, Tabs, Text } from "@mantine/core";
import { IconBox, IconWorldUpload } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCurrentProject } from "../app/me";
import { appsOf, versionsOf } from "../apps/queries";
import { ButtonLink } from "../ui/links";
import { Empty } from "../ui/note";
import { Lines, Loaded, Page } from "../ui/page";
import { ArtifactTable } from "./artifact-table";
import { CreatePublisherButton } from "./create-publisher-button";
import { PublishGuide } from "./guide";
import { PublisherKeys } from "./keys";
import { type Artifact, artifactsOf, keysOf, type Publisher, publishersOf } from "./queries";
import { currentStep, doneSteps, waitingForPublisher } from "./steps";
import { Uploads } from "./uploads";
import { Versions } from "./versions";

/** The guide looks at the versions of the first apps only. */
const GUIDED_APPS_MAX = 5;

export default function PublishingWorkspace() {
  const { projectId, tenantId = "", can, isKnown } = useCurrentProject();
  const mayRead = can("publishers.read");
  const publishers = useQuery({ ...publishersOf(projectId, tenantId), enabled: mayRead && tenantId !== "" });
  const artifacts = useQuery(artifactsOf(projectId));
  return (
    <Page title="Publishing" lead="Publish apps for your tenant, or for every tenant after a review">
      {isKnown ? (
        <Loaded query={artifacts} lines={8}>
          {(published) =>
            mayRead ? (
              <Loaded query={publishers} lines={8}>
                {(own) => <Workspace publishers={own} artifacts={published} />}
              </Loaded>
            ) : (
              // Administrators of a project publish under names that those of the tenant have registered.
              <Workspace publishers={[]} artifacts={published} isNarrow />
            )
          }
        </Loaded>
      ) : (
        <Lines count={8} />
      )}
    </Page>
  );
}

type Props = { publishers: Publisher[]; artifacts: Artifact[]; isNarrow?: boolean };

function Workspace({ publishers, artifacts, isNarrow = false }: Props) {
  const { projectId, tenantId = "", can } = useCurrentProject();
  const { tab = "start", app } = useSearch({ from: "/projects/$projectId/publishing" });
  const navigate = useNavigate({ from: "/projects/$projectId/publishing" });
  const listed = useQuery(appsOf(projectId));
  const apps = (listed.data ?? []).filter((one) => one.own);
  const versions = useQueries({
    queries: apps.slice(0, GUIDED_APPS_MAX).map((one) => versionsOf(projectId, one.app)),
  }).flatMap((one) => one.data ?? []);
  const keys = useQueries({ queries: publishers.map((one) => keysOf(projectId, one)) }).flatMap(
    (one) => one.data ?? [],
  );
  const mayManage = can("publishers.manage");
  const done = doneSteps({ publishers, keys, artifacts, versions });
  if (isNarrow) {
    done.add("publisher").add("key");
  }
  const register = mayManage ? (
    <CreatePublisherButton projectId={projectId} tenantId={tenantId} />
  ) : (
    <Text size="sm">An administrator of your tenant registers it.</Text>
  );
  const go = (next: string | null) =>
    void navigate({ to: ".", search: { tab: next ?? undefined, app }, replace: true });
  const waiting = waitingForPublisher(versions);
  return (
    <Tabs value={tab} onChange={go} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="start">Start</Tabs.Tab>
        <Tabs.Tab
          value="versions"
          rightSection={
            waiting > 0 && (
              <Badge size="sm" circle className="state state-blue" aria-label={`${waiting} to do`}>
                {waiting}
              </Badge>
            )
          }
        >
          Versions
        </Tabs.Tab>
        <Tabs.Tab value="uploads">Uploads</Tabs.Tab>
        <Tabs.Tab value="artifacts">Artifacts</Tabs.Tab>
        {!isNarrow && <Tabs.Tab value="keys">Publisher and keys</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="start">
        <PublishGuide
          done={done}
          current={currentStep(done)}
          namespace={publishers[0]?.namespace}
          artifactId={artifacts.find((one) => one.trust !== "verified")?.id}
          register={register}
          onTab={go}
        />
      </Tabs.Panel>
      <Tabs.Panel value="versions">
        <Loaded query={listed}>
          {() => (
            <Versions
              projectId={projectId}
              apps={apps}
              artifacts={artifacts}
              chosen={app}
              onChoose={(name) => void navigate({ to: ".", search: { tab, app: name }, replace: true })}
            />
          )}
        </Loaded>
      </Tabs.Panel>
      <Tabs.Panel value="uploads">
        <Uploads projectId={projectId} publishers={publishers} />
      </Tabs.Panel>
      <Tabs.Panel value="artifacts">
        {artifacts.length === 0 ? (
          <Empty
            icon={<IconBox size={36} aria-hidden />}
            title="No artifacts yet"
            action={
              <ButtonLink to="/projects/$projectId/publishing" params={{ projectId }} search={{ tab: "uploads" }}>
                Push an image or a file
              </ButtonLink>
            }
          >
            Images and files that your tenant published appear here, with both of their states.
          </Empty>
        ) : (
          <ArtifactTable projectId={projectId} artifacts={artifacts} />
        )}
      </Tabs.Panel>
      {!isNarrow && (
        <Tabs.Panel value="keys">
          {publishers.length === 0 ? (
            <Empty icon={<IconWorldUpload size={36} aria-hidden />} title="No publisher yet" action={register}>
              Register a namespace first; keys belong to it.
            </Empty>
          ) : (
            <Stack>
              {publishers.map((one) => (
                <PublisherKeys key={one.id} projectId={projectId} publisher={one} mayManage={mayManage} />
              ))}
              {mayManage && <Group>{register}</Group>}
            </Stack>
          )}
        </Tabs.Panel>
      )}
    </Tabs>
  );
}
