import { Alert, Anchor, Badge, Card, Code, Group, Stack, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconMessage } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { PersonName } from "../app/person-name";
import { Ago } from "../ui/ago";
import { words } from "../ui/format";
import { AnchorLink } from "../ui/links";
import { TableCard } from "../ui/table";
import { StateBadge } from "./badges";
import { factsOf, priceText } from "./manifest";
import type { App, AppVersion } from "./queries";
import { TrustBadge } from "./trust-badge";
import { nextStep } from "./version-acts";

const OUTCOMES: Record<NonNullable<AppVersion["decision"]>["outcome"], string> = {
  approve: "A reviewer approved this version",
  request_changes: "A reviewer asks for changes",
  reject: "A reviewer rejected this version",
};

/** Everything about one version: who stands behind it, what it needs, and what it runs. */
export function VersionFacts({ app, projectId, version }: { app: App; projectId: string; version: AppVersion }) {
  const facts = factsOf(version.manifest);
  return (
    <Stack>
      {version.suspended && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Suspended">
          {version.suspension_reason}
        </Alert>
      )}
      {version.deprecation && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Deprecated">
          <Text size="sm" className="keep-lines">
            {version.deprecation.message}
          </Text>
          {version.deprecation.successor && (
            <Text size="sm">
              Use{" "}
              <AnchorLink
                to="."
                search={(now) => ({ ...now, version: version.deprecation?.successor })}
                size="sm"
                underline="always"
              >
                {version.deprecation.successor}
              </AnchorLink>{" "}
              instead.
            </Text>
          )}
          {version.deprecation.sunset_at && (
            <Text size="sm">
              Not offered for new use: <Ago at={version.deprecation.sunset_at} />.
            </Text>
          )}
        </Alert>
      )}
      {version.decision && version.decision.outcome !== "approve" && (
        <Alert color="yellow" icon={<IconMessage aria-hidden />} title={OUTCOMES[version.decision.outcome]}>
          <Text size="sm" className="keep-lines">
            {version.decision.message}
          </Text>
        </Alert>
      )}
      <Card padding="md">
        <Table variant="vertical" layout="auto" withRowBorders={false} aria-label={`Details of ${version.version}`}>
          <Table.Tbody>
            <Fact name="State">
              <Group gap="xs">
                <StateBadge state={version.state} />
                {version.channels.map((channel) => (
                  <Badge key={channel} variant="default" className="state">
                    {channel}
                  </Badge>
                ))}
                {app.own && (
                  <Text size="sm" c="dimmed">
                    {nextStep(version.state)}
                  </Text>
                )}
              </Group>
            </Fact>
            <Fact name="Trust">
              <TrustBadge projectId={projectId} version={version} own={app.own} />
            </Fact>
            <Fact name="Publisher">
              {version.app.split("/")[0]}
              {version.created_by && (
                <>
                  , created by <PersonName id={version.created_by} /> <Ago at={version.created_at} />
                </>
              )}
            </Fact>
            <Fact name="Review">
              {version.reviewed
                ? "Approved by a reviewer from outside the publisher's tenant"
                : "Not reviewed; only the publisher's tenant can use it"}
              {version.decision && (
                <>
                  {" "}
                  <Ago at={version.decision.decided_at} />
                  {version.decision.outcome === "approve" && `: ${version.decision.message}`}
                </>
              )}
            </Fact>
            <Fact name="Price">
              {facts.prices.length === 0 ? "None; GPUs are charged as usual" : facts.prices.map(priceText).join(", ")}
            </Fact>
            <Fact name="GPUs">{facts.gpus ?? "No requirement"}</Fact>
            {facts.shapes.length > 0 && <Fact name="Runs on">{facts.shapes.map(words).join(", ")}</Fact>}
            {facts.parameters.length > 0 && (
              <Fact name="Parameters">
                {facts.parameters.map((one) => `${one.title}${one.isRequired ? " (required)" : ""}`).join(", ")}
              </Fact>
            )}
            <Fact name="License">{facts.license ?? "not stated"}</Fact>
            {facts.links.length > 0 && (
              <Fact name="Links">
                <Group gap="md">
                  {facts.links.map((link) => (
                    <Anchor key={link.label} href={link.address} target="_blank" rel="noopener noreferrer" size="sm">
                      {link.label}
                    </Anchor>
                  ))}
                </Group>
              </Fact>
            )}
            <Fact name="Manifest">
              <Code className="break-words">{version.digest}</Code>
            </Fact>
          </Table.Tbody>
        </Table>
      </Card>
      <Artifacts projectId={projectId} version={version} own={app.own} />
      {app.own && version.findings.length > 0 && <Findings findings={version.findings} />}
    </Stack>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th w={130} scope="row" className="nowrap">
        {name}
      </Table.Th>
      <Table.Td className="break-words">{children}</Table.Td>
    </Table.Tr>
  );
}

function Artifacts({ projectId, version, own }: { projectId: string; version: AppVersion; own: boolean }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        Artifacts
      </Title>
      <TableCard label="Artifacts" head={["Name", "Kind", "Digest"]}>
        {version.artifacts.map((one) => (
          <Table.Tr key={one.name}>
            <Table.Td>
              {own ? (
                <AnchorLink
                  to="/projects/$projectId/artifacts/$artifactId"
                  params={{ projectId, artifactId: one.artifact_id }}
                  size="sm"
                >
                  {one.name}
                </AnchorLink>
              ) : (
                one.name
              )}
            </Table.Td>
            <Table.Td>{words(one.kind)}</Table.Td>
            <Table.Td>
              <Code className="break-words">{one.digest}</Code>
            </Table.Td>
          </Table.Tr>
        ))}
      </TableCard>
    </Stack>
  );
}

/** Warnings of lint, and points that a reviewer must agree to. */
export function Findings({ findings }: { findings: AppVersion["findings"] }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        Findings
      </Title>
      <TableCard label="Findings" head={["Severity", "Field", "Finding"]}>
        {findings.map((one) => (
          <Table.Tr key={one.code + one.pointer}>
            <Table.Td>{one.severity === "review" ? "for the reviewer" : one.severity}</Table.Td>
            <Table.Td>
              <Code className="break-words">{one.pointer}</Code>
            </Table.Td>
            <Table.Td>
              {one.message} <Code>{one.code}</Code>
            </Table.Td>
          </Table.Tr>
        ))}
      </TableCard>
    </Stack>
  );
}
