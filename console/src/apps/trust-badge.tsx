import { Badge, Button, Code, Group, Popover, Skeleton, Stack, Text } from "@mantine/core";
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { AnchorLink } from "../ui/links";
import { type AppVersion, launchDecisionOf } from "./queries";
import { reasonOf, type Tone, trustOf } from "./trust";

const ICONS: Record<Tone, typeof IconShieldCheck> = {
  teal: IconShieldCheck,
  orange: IconShieldQuestion,
  red: IconShieldX,
  gray: IconShieldQuestion,
};

/** Whether the project may launch a version, with the evidence for each artifact. */
export function TrustBadge({ projectId, version, own }: { projectId: string; version: AppVersion; own: boolean }) {
  const decisions = useQueries({ queries: version.artifacts.map((one) => launchDecisionOf(projectId, one.digest)) });
  if (decisions.some((one) => one.isError)) {
    return (
      <Badge variant="light" className="state state-gray">
        trust unknown
      </Badge>
    );
  }
  const known = decisions.flatMap((one) => one.data ?? []);
  if (known.length < decisions.length) {
    return <Skeleton height={22} width={90} aria-busy="true" />;
  }
  const { label, tone, sentences } = trustOf(known);
  const Shield = ICONS[tone];
  return (
    <Popover width={340} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-xs"
          radius="xl"
          variant="default"
          className={`state state-${tone}`}
          leftSection={<Shield size={14} aria-hidden />}
          aria-label={`${label}: evidence for ${version.app} ${version.version}`}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Evidence for ${version.app} ${version.version}`}>
        <Stack gap="sm">
          {sentences.map((sentence) => (
            <Text size="sm" key={sentence}>
              {sentence}
            </Text>
          ))}
          <Text size="sm">
            {version.reviewed
              ? "A reviewer from outside the publisher's tenant approved this version."
              : "Nobody outside the publisher's tenant has reviewed this version."}
          </Text>
          {version.artifacts.map((artifact, number) => (
            <Stack gap={2} key={artifact.name}>
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  {artifact.name}
                </Text>
                {own && (
                  <AnchorLink
                    to="/projects/$projectId/artifacts/$artifactId"
                    params={{ projectId, artifactId: artifact.artifact_id }}
                    size="sm"
                  >
                    Signatures
                  </AnchorLink>
                )}
              </Group>
              <Code className="break-words">{artifact.digest}</Code>
              {known[number]?.reasons.map((reason) => (
                <Text size="xs" c="dimmed" key={reason}>
                  {reasonOf(reason)}
                </Text>
              ))}
            </Stack>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
