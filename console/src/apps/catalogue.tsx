import {
  Badge,
  Button,
  Card,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconApps } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useCurrentProject } from "../app/me";
import { AnchorLink, ButtonLink } from "../ui/links";
import { Empty, NewestShown } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { StateBadge } from "./badges";
import { categoriesOf, shownApps } from "./filter";
import { factsOf, priceText } from "./manifest";
import { appLink } from "./names";
import { type App, appsOf, LISTED_MAX, versionOf } from "./queries";
import { RequestAppButton } from "./request-app-button";
import { SetProjectEntitlementButton } from "./set-project-entitlement-button";
import { TrustBadge } from "./trust-badge";

const TYPING_MS = 250;
/** Each card asks for its manifest and the trust in its artifacts. */
const CARDS_STEP = 12;
const ACCESS = [
  { value: "all", label: "All" },
  { value: "enabled", label: "Enabled" },
  { value: "available", label: "Not enabled" },
];

export default function AppCatalogue() {
  const { projectId, can } = useCurrentProject();
  const filter = useSearch({ from: "/projects/$projectId/apps" });
  const navigate = useNavigate({ from: "/projects/$projectId/apps" });
  const [text] = useDebouncedValue(filter.text?.trim() ?? "", TYPING_MS);
  const [cards, setCards] = useState(CARDS_STEP);
  const everything = useQuery(appsOf(projectId));
  const apps = useQuery(appsOf(projectId, { text, category: filter.category }));
  const change = (part: Partial<typeof filter>) => {
    setCards(CARDS_STEP);
    void navigate({ to: ".", search: { ...filter, ...part }, replace: true });
  };
  const mayPublish = can("apps.publish");
  return (
    <Page title="Apps" lead="Apps this project may use, and apps it can ask for">
      <Loaded query={everything} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              icon={<IconApps size={36} aria-hidden />}
              title="No apps yet"
              action={
                mayPublish && (
                  <ButtonLink to="/projects/$projectId/publishing" params={{ projectId }}>
                    Publish an app
                  </ButtonLink>
                )
              }
            >
              Apps that your tenant publishes, and public apps that a reviewer approved, appear here.
            </Empty>
          ) : (
            <Stack>
              <Group align="flex-end" gap="sm" className="filters">
                <TextInput
                  label="Search"
                  placeholder="notebook"
                  maxLength={100}
                  value={filter.text ?? ""}
                  onChange={(event) => change({ text: event.currentTarget.value || undefined })}
                />
                <Select
                  label="Category"
                  placeholder="Any"
                  clearable
                  clearButtonProps={{ "aria-label": "Any category" }}
                  data={categoriesOf(all, filter.category)}
                  value={filter.category ?? null}
                  onChange={(category) => change({ category: category ?? undefined })}
                />
                <SegmentedControl
                  aria-label="Access"
                  data={ACCESS}
                  value={filter.access ?? "all"}
                  onChange={(access) =>
                    change({ access: access === "enabled" || access === "available" ? access : undefined })
                  }
                />
              </Group>
              <Loaded query={apps} lines={6}>
                {(found) => {
                  const shown = shownApps(found, filter.access);
                  return shown.length === 0 ? (
                    <Empty
                      title="No apps match"
                      action={
                        <Button variant="default" onClick={() => void navigate({ to: ".", search: {} })}>
                          Clear filters
                        </Button>
                      }
                    >
                      Remove a filter to see more.
                    </Empty>
                  ) : (
                    <Stack>
                      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="ul" p={0} m={0} className="plain-list">
                        {shown.slice(0, cards).map((app) => (
                          <AppCard
                            key={app.id}
                            app={app}
                            projectId={projectId}
                            mayRequest={can("apps.request")}
                            mayEnable={can("apps.entitle")}
                          />
                        ))}
                      </SimpleGrid>
                      {shown.length > cards && (
                        <Group justify="center">
                          <Button variant="default" onClick={() => setCards(cards + CARDS_STEP)}>
                            Show more
                          </Button>
                        </Group>
                      )}
                      <NewestShown count={found.length} max={LISTED_MAX}>
                        Search to find others.
                      </NewestShown>
                    </Stack>
                  );
                }}
              </Loaded>
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

type CardProps = { app: App; projectId: string; mayRequest: boolean; mayEnable: boolean };

function AppCard({ app, projectId, mayRequest, mayEnable }: CardProps) {
  const canBeHad = app.access === "available" && !app.suspended && app.latest_version !== undefined;
  return (
    <Card component="li" padding="md">
      <Stack gap="xs" h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h5" className="break-words">
            <AnchorLink to="/projects/$projectId/apps/$namespace/$appName" params={appLink(projectId, app.app)}>
              {app.title}
            </AnchorLink>
          </Title>
          {app.suspended ? (
            <Badge variant="light" className="state state-red">
              suspended
            </Badge>
          ) : (
            <StateBadge state={app.access}>{app.access === "available" ? "not enabled" : app.access}</StateBadge>
          )}
        </Group>
        <Text size="xs" c="dimmed" className="break-words">
          {app.app} {app.latest_version ?? "not published yet"}
          {app.own && `, ${app.visibility === "public" ? "published by your tenant" : "only your tenant sees it"}`}
        </Text>
        <Text size="sm" flex={1} lineClamp={3}>
          {app.summary}
        </Text>
        {app.latest_version && <CardFacts projectId={projectId} app={app} version={app.latest_version} />}
        <Group gap={6} justify="space-between">
          <Group gap={4}>
            {app.categories.map((category) => (
              <Badge key={category} variant="default" className="state">
                {category}
              </Badge>
            ))}
          </Group>
          {canBeHad && mayEnable && (
            <SetProjectEntitlementButton projectId={projectId} app={app.app} isEnabled={false} size="xs" />
          )}
          {canBeHad && !mayEnable && mayRequest && <RequestAppButton projectId={projectId} app={app.app} size="xs" />}
        </Group>
      </Stack>
    </Card>
  );
}

/** The price, which is in the manifest, and the trust in what would run. */
function CardFacts({ projectId, app, version: number }: { projectId: string; app: App; version: string }) {
  const version = useQuery(versionOf(projectId, app.app, number));
  if (version.isError) {
    return null;
  }
  if (!version.data) {
    return <Skeleton height={22} width="60%" aria-busy="true" />;
  }
  const { prices } = factsOf(version.data.manifest);
  return (
    <Group gap="xs">
      <TrustBadge projectId={projectId} version={version.data} own={app.own} />
      <Text size="xs" c="dimmed">
        {prices.length === 0 ? "no price besides the GPUs" : prices.map(priceText).join(", ")}
      </Text>
    </Group>
  );
}
