import {
  Alert,
  Anchor,
  Button,
  Code,
  FileButton,
  Group,
  Select,
  Stack,
  Table,
  Text,
  Textarea,
  UnstyledButton,
} from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { asProblem } from "../api/problem";
import { appLink } from "../apps/names";
import type { AppVersion } from "../apps/queries";
import { useAppsChanged } from "../apps/use-changed";
import { Findings } from "../apps/version-facts";
import { ButtonLink } from "../ui/links";
import { ProblemNote } from "../ui/note";
import { TableCard } from "../ui/table";
import { tellProblem } from "../ui/tell";
import { type Fault, faultOf, rangeOfLine } from "./findings";
import type { Artifact } from "./queries";
import { templateFor } from "./template";

const CHARACTERS_MAX = 262_144;

type Props = { projectId: string; artifacts: Artifact[] };

/** Creates or replaces a draft version from a manifest. */
export function CreateAppVersionForm({ projectId, artifacts }: Props) {
  const images = artifacts.filter((one) => one.kind === "oci_image");
  const [text, setText] = useState("");
  const [artifactId, setArtifactId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [made, setMade] = useState<AppVersion>();
  const area = useRef<HTMLTextAreaElement>(null);
  const changed = useAppsChanged(projectId);
  const act = useAct();
  const image = images.find((one) => one.id === artifactId) ?? images[0];
  const faults = error === undefined ? [] : asProblem(error).violations.map(faultOf);
  const write = (manifest: string) => {
    setText(manifest);
    setError(undefined);
    setMade(undefined);
  };
  const read = (file: File | null) => void file?.text().then(write).catch(tellProblem);
  const create = async () => {
    setBusy(true);
    setError(undefined);
    setMade(undefined);
    const body = { manifest: text };
    try {
      const version = await act.send(body, (header) =>
        ask(
          api.POST("/api/v1/projects/{project_id}/app-versions", {
            params: { path: { project_id: projectId }, header },
            body,
          }),
        ),
      );
      setMade(version);
      changed(`Created the draft ${version.app} ${version.version}.`);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  const select = (line: number) => {
    const { start, end } = rangeOfLine(text, line);
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Stack>
        <Group align="flex-end" className="filters">
          <Select
            label="Image"
            description="Published images of your tenant."
            placeholder="None yet"
            miw={320}
            data={images.map((one) => ({ value: one.id, label: `${one.app} ${one.version} ${one.name}` }))}
            value={image?.id ?? null}
            allowDeselect={false}
            disabled={images.length === 0}
            onChange={setArtifactId}
          />
          <Button variant="default" disabled={!image} onClick={() => image && write(templateFor(image))}>
            {text.trim() === "" ? "Start from a template" : "Replace with a template"}
          </Button>
          <FileButton onChange={read} accept=".yaml,.yml,.json">
            {(props) => (
              <Button {...props} variant="default">
                Choose a file
              </Button>
            )}
          </FileButton>
        </Group>
        <Textarea
          ref={area}
          label="Manifest"
          description={
            <>
              gpuaas.app/v1 in YAML or JSON; see{" "}
              <Anchor href="/docs/apps/manifest.html" target="_blank" rel="noopener" size="xs" underline="always">
                its fields
              </Anchor>
              . A draft with the same version is replaced.
            </>
          }
          autosize
          minRows={14}
          maxRows={30}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={text.length > CHARACTERS_MAX && "A manifest has at most 256 KiB."}
          classNames={{ input: "monospace" }}
        />
        {error !== undefined &&
          (faults.length > 0 ? <Faults faults={faults} onSelect={select} /> : <ProblemNote error={error} />)}
        {made && (
          <Alert
            color="teal"
            icon={<IconCircleCheck aria-hidden />}
            title={`${made.app} ${made.version} is a draft now`}
            role="status"
          >
            <Stack gap="sm" align="flex-start">
              <Text size="sm">Look at it, then submit it for review or publish it within your tenant.</Text>
              <ButtonLink
                to="/projects/$projectId/apps/$namespace/$appName"
                params={appLink(projectId, made.app)}
                search={{ tab: "versions" }}
                size="xs"
              >
                Go to its versions
              </ButtonLink>
            </Stack>
          </Alert>
        )}
        {made && made.findings.length > 0 && <Findings findings={made.findings} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy} disabled={text.trim() === "" || text.length > CHARACTERS_MAX}>
            Check and create draft
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Lists the faults of a manifest; a line leads to its place in the text. */
function Faults({ faults, onSelect }: { faults: Fault[]; onSelect: (line: number) => void }) {
  return (
    <Stack gap="xs" role="alert">
      <Text fw={600}>
        {faults.length === 1 ? "One thing to mend" : `${faults.length} things to mend`} in the manifest
      </Text>
      <TableCard label="Things to mend" head={["Line", "Field", "Finding"]}>
        {faults.map((fault) => (
          <Table.Tr key={fault.pointer + fault.code + fault.sentence}>
            <Table.Td className="nowrap">
              {fault.line === undefined ? (
                "—"
              ) : (
                <UnstyledButton
                  className="line-link"
                  onClick={() => fault.line !== undefined && onSelect(fault.line)}
                  aria-label={`Go to line ${fault.line}`}
                >
                  {fault.line}
                </UnstyledButton>
              )}
            </Table.Td>
            <Table.Td>
              <Code className="break-words">{fault.pointer}</Code>
            </Table.Td>
            <Table.Td>
              {fault.sentence} {fault.code && <Code>{fault.code}</Code>}
            </Table.Td>
          </Table.Tr>
        ))}
      </TableCard>
    </Stack>
  );
}
