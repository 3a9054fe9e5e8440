import { Breadcrumbs, Code, Stack, Table, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Schemas } from "../../api";
import { useMe } from "../../app/me";
import { PersonName } from "../../app/person-name";
import { StateBadge } from "../../apps/badges";
import { ChangeList } from "../../apps/change-list";
import { Findings } from "../../apps/version-facts";
import { Ago } from "../../ui/ago";
import { words } from "../../ui/format";
import { AnchorLink } from "../../ui/links";
import { Loaded, Page } from "../../ui/page";
import { TableCard } from "../../ui/table";
import { appReviewOf } from "./queries";
import { ReviewAppVersionForm } from "./review-app-version-form";
import { StartAppReviewButton } from "./start-app-review-button";

export default function AppReviewPage() {
  const { namespace, appName, appVersion } = useParams({
    from: "/operator/app-reviews/$namespace/$appName/$appVersion",
  });
  const app = `${namespace}/${appName}`;
  const review = useQuery(appReviewOf(app, appVersion));
  const mine = useMe().data?.principal_id;
  const state = review.data?.version.state;
  const isMine = review.data?.reviewer !== undefined && review.data.reviewer === mine;
  return (
    <Page
      title={`${app} ${appVersion}`}
      lead={
        <Breadcrumbs component="span" separatorMargin={6}>
          <AnchorLink to="/operator/app-reviews" size="sm">
            App reviews
          </AnchorLink>
          {state ? <StateBadge state={state} /> : <span>…</span>}
        </Breadcrumbs>
      }
      actions={
        state === "submitted" ? (
          <StartAppReviewButton app={app} version={appVersion} label="Start review" />
        ) : (
          state === "in_review" && !isMine && <StartAppReviewButton app={app} version={appVersion} label="Take over" />
        )
      }
    >
      <Loaded query={review} lines={8}>
        {(one) => <Review review={one} isMine={isMine} />}
      </Loaded>
    </Page>
  );
}

function Review({ review, isMine }: { review: Schemas["AppReview"]; isMine: boolean }) {
  const { version } = review;
  return (
    <Stack gap="lg">
      <Text maw={760}>
        <b>{version.title}</b>: {version.summary}
      </Text>
      <Text size="sm" c="dimmed">
        {version.created_by && (
          <>
            Created by <PersonName id={version.created_by} /> <Ago at={version.created_at} />.{" "}
          </>
        )}
        {review.reviewer ? (
          <>
            In review by <PersonName id={review.reviewer} />
            {review.review_started_at && (
              <>
                {" "}
                since <Ago at={review.review_started_at} />
              </>
            )}
            .
          </>
        ) : (
          "Start the review to decide; nobody else can decide meanwhile."
        )}{" "}
        You review content <Code>{version.digest.slice(0, 19)}…</Code>
      </Text>
      <Tabs defaultValue="changes" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="changes">Changes</Tabs.Tab>
          <Tabs.Tab value="artifacts">Artifacts</Tabs.Tab>
          <Tabs.Tab value="manifest">Manifest</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="changes">
          <ChangeList changes={review.changes} />
        </Tabs.Panel>
        <Tabs.Panel value="artifacts">
          <TableCard label="Artifacts" head={["Name", "Kind", "Digest"]}>
            {version.artifacts.map((one) => (
              <Table.Tr key={one.name}>
                <Table.Td>{one.name}</Table.Td>
                <Table.Td>{words(one.kind)}</Table.Td>
                <Table.Td>
                  <Code className="break-words">{one.digest}</Code>
                </Table.Td>
              </Table.Tr>
            ))}
          </TableCard>
        </Tabs.Panel>
        <Tabs.Panel value="manifest">
          <Code block className="manifest-text" aria-label="Manifest" tabIndex={0}>
            {JSON.stringify(JSON.parse(version.manifest ?? "{}"), null, 2)}
          </Code>
        </Tabs.Panel>
      </Tabs>
      {version.findings.length > 0 && <Findings findings={version.findings} />}
      {isMine && version.state === "in_review" && <ReviewAppVersionForm review={review} />}
    </Stack>
  );
}
