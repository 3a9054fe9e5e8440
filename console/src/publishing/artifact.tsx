import { Alert, Badge, Breadcrumbs, Card, Code, Group, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconHourglass } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useCurrentProject, usePlatformPermissions } from "../app/me";
import { PersonName } from "../app/person-name";
import { StateBadge } from "../apps/badges";
import { appLink } from "../apps/names";
import { ArtifactActs } from "../operator/apps/artifact-acts";
import { Ago } from "../ui/ago";
import { bytes, words } from "../ui/format";
import { AnchorLink } from "../ui/links";
import { Copy } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { TableCard } from "../ui/table";
import { CommandLines } from "./command-lines";
import { pullCommand, signCommand } from "./commands";
import { type Artifact, type ArtifactVerification, artifactOf, verificationOf } from "./queries";
import { promotionText, signatureReason, trustText } from "./states";
import { VerifyArtifactButton } from "./verify-artifact-button";

export default function ArtifactPage() {
  const { artifactId } = useParams({ from: "/projects/$projectId/artifacts/$artifactId" });
  const { projectId, can } = useCurrentProject();
  const mayManage = usePlatformPermissions().has("artifacts.manage");
  const artifact = useQuery(artifactOf(projectId, artifactId));
  const verification = useQuery(verificationOf(projectId, artifactId));
  const one = artifact.data;
  return (
    <Page
      title={one ? `${one.app} ${one.version} ${one.name}` : "Artifact"}
      lead={
        one && (
          <Breadcrumbs component="span" separatorMargin={6}>
            <AnchorLink
              to="/projects/$projectId/apps/$namespace/$appName"
              params={appLink(projectId, one.app)}
              size="sm"
            >
              {one.app}
            </AnchorLink>
            {can("apps.publish") && (
              <AnchorLink
                to="/projects/$projectId/publishing"
                params={{ projectId }}
                search={{ tab: "artifacts" }}
                size="sm"
              >
                Artifacts
              </AnchorLink>
            )}
            <span>{words(one.kind)}</span>
          </Breadcrumbs>
        )
      }
      actions={
        <>
          {can("apps.publish") && <VerifyArtifactButton projectId={projectId} artifactId={artifactId} />}
          {mayManage && one && verification.data && <ArtifactActs artifact={one} verification={verification.data} />}
        </>
      }
    >
      <Loaded query={artifact} lines={6}>
        {(known) => (
          <Loaded query={verification} lines={6}>
            {(states) => (
              <Content artifact={known} states={states} projectId={projectId} maySign={can("apps.publish")} />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

type Props = { artifact: Artifact; states: ArtifactVerification; projectId: string; maySign: boolean };

function Content({ artifact, states, projectId, maySign }: Props) {
  return (
    <Stack gap="lg">
      {states.quarantined && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Quarantined">
          Nothing with this digest is launched or pulled until an operator releases it. {states.quarantine_reason}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card padding="md" component="section" aria-label="Trust">
          <Stack gap="xs">
            <Group gap="xs">
              <Title order={2} size="h5">
                Trust
              </Title>
              <StateBadge state={states.trust} />
              {states.pending && (
                <Badge
                  variant="light"
                  className="state state-blue"
                  leftSection={<IconHourglass size={12} aria-hidden />}
                >
                  being verified
                </Badge>
              )}
            </Group>
            <Text size="sm">{trustText(states)}</Text>
            {states.trust_reason && (
              <Text size="sm" c="dimmed" className="keep-lines">
                {signatureReason(states.trust_reason)}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {states.verified_at ? (
                <>
                  Verified last <Ago at={states.verified_at} />
                </>
              ) : (
                "Not verified yet"
              )}
            </Text>
          </Stack>
        </Card>
        <Card padding="md" component="section" aria-label="Promotion">
          <Stack gap="xs">
            <Group gap="xs">
              <Title order={2} size="h5">
                Promotion
              </Title>
              <StateBadge state={states.promotion} />
            </Group>
            <Text size="sm">{promotionText(states.promotion)}</Text>
            {states.promotion_reason && (
              <Text size="sm" c="dimmed" className="keep-lines">
                {states.promotion_reason}
              </Text>
            )}
            {states.successor_id && (
              <Text size="sm">
                Use{" "}
                <AnchorLink
                  to="/projects/$projectId/artifacts/$artifactId"
                  params={{ projectId, artifactId: states.successor_id }}
                  size="sm"
                  underline="always"
                >
                  its successor
                </AnchorLink>{" "}
                instead.
              </Text>
            )}
          </Stack>
        </Card>
      </SimpleGrid>
      <Facts artifact={artifact} />
      <Signatures states={states} artifactId={artifact.id} maySign={maySign} />
      <Stack gap="xs">
        <Title order={2} size="h5">
          Referrers
        </Title>
        {states.referrers.length === 0 ? (
          <Text size="sm" c="dimmed">
            No manifest names this artifact as its subject. Signatures and SBOMs appear here.
          </Text>
        ) : (
          <TableCard label="Referrers" head={["Type", "Digest", "Size"]}>
            {states.referrers.map((one) => (
              <Table.Tr key={one.digest}>
                <Table.Td className="break-words">{one.artifact_type ?? one.media_type}</Table.Td>
                <Table.Td>
                  <Code className="break-words">{one.digest}</Code>
                </Table.Td>
                <Table.Td className="figure nowrap">{bytes(one.size_bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </TableCard>
        )}
      </Stack>
      <Stack gap="xs">
        <Title order={2} size="h5">
          Pull
        </Title>
        <Text size="sm">Members of your tenant pull it by digest, with a personal access token as the password.</Text>
        <CommandLines label="Pull the artifact">
          {pullCommand(artifact.registry_url, artifact.repository, artifact.digest)}
        </CommandLines>
      </Stack>
    </Stack>
  );
}

function Facts({ artifact }: { artifact: Artifact }) {
  return (
    <Card padding="md">
      <Table variant="vertical" layout="auto" withRowBorders={false} aria-label="Details">
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row" w={130}>
              Digest
            </Table.Th>
            <Table.Td>
              <Group gap="xs">
                <Code className="break-words">{artifact.digest}</Code>
                <Copy value={artifact.digest} label="Copy digest" />
              </Group>
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">Size</Table.Th>
            <Table.Td>{bytes(artifact.size_bytes)}</Table.Td>
          </Table.Tr>
          {artifact.platforms.length > 0 && (
            <Table.Tr>
              <Table.Th scope="row">Platforms</Table.Th>
              <Table.Td>{artifact.platforms.join(", ")}</Table.Td>
            </Table.Tr>
          )}
          <Table.Tr>
            <Table.Th scope="row">Media type</Table.Th>
            <Table.Td className="break-words">
              {artifact.kind === "oci_image" ? artifact.media_type : (artifact.artifact_type ?? artifact.media_type)}
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">Published</Table.Th>
            <Table.Td>
              by <PersonName id={artifact.published_by} /> <Ago at={artifact.published_at} />
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function Signatures({
  states,
  artifactId,
  maySign,
}: {
  states: ArtifactVerification;
  artifactId: string;
  maySign: boolean;
}) {
  const isSigned = states.evidence.length + states.rejected.length > 0;
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        Signatures
      </Title>
      {!isSigned && (
        <Text size="sm" c="dimmed">
          Nobody has signed this artifact.
        </Text>
      )}
      {!isSigned && maySign && (
        <>
          <Text size="sm">Sign it with a key of its publisher; the private key stays on your machine:</Text>
          <CommandLines label="Sign the artifact">{signCommand(artifactId)}</CommandLines>
        </>
      )}
      {isSigned && (
        <TableCard label="Signatures" head={["Counts", "Format or reason", "Key", "Signature"]} minWidth={700}>
          {states.evidence.map((one) => (
            <Table.Tr key={one.signature_digest + one.key_id}>
              <Table.Td>
                <StateBadge state="verified">yes</StateBadge>
              </Table.Td>
              <Table.Td>{words(one.format)}</Table.Td>
              <Table.Td>
                <Code title={one.fingerprint}>{one.fingerprint.slice(0, 16)}…</Code>
              </Table.Td>
              <Table.Td>
                <Code title={one.signature_digest}>{one.signature_digest.slice(0, 19)}…</Code>
              </Table.Td>
            </Table.Tr>
          ))}
          {states.rejected.map((one) => (
            <Table.Tr key={one.signature_digest + one.reason}>
              <Table.Td>
                <StateBadge state="failed_verification">no</StateBadge>
              </Table.Td>
              <Table.Td>{signatureReason(one.reason)}</Table.Td>
              <Table.Td>—</Table.Td>
              <Table.Td>
                <Code title={one.signature_digest}>{one.signature_digest.slice(0, 19)}…</Code>
              </Table.Td>
            </Table.Tr>
          ))}
        </TableCard>
      )}
    </Stack>
  );
}
