import { ActionIcon, Alert, Button, Card, FileButton, Group, Progress, Stack, Text, TextInput } from "@mantine/core";
import { IconDownload, IconUpload, IconX } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Schemas } from "../api";
import { api, ask, once } from "../api/client";
import { ProblemError } from "../api/problem";
import { useCurrentProject } from "../app/me";
import { bytes } from "../ui/format";
import { ProblemNote } from "../ui/note";
import { Folder, foldersKey } from "./folder";
import { type Listing, parseListing } from "./listing";
import { digestOf, download, type OnProgress, pathInHome, upload } from "./transfer";

const FILES_AT_ONCE_MAX = 20;
const MEGABYTE = 1_000_000;
const SHOWN_EVERY_MS = 100;
const TRY_AGAIN_MS = 6_000;
const TRIES_MAX = 20;

type Wanted = Schemas["StartFileTransfer"];
type Direction = Wanted["direction"];
type Phase = "waiting" | "reading" | "carrying" | "done" | "canceled" | "failed";
const OVER: Phase[] = ["done", "canceled", "failed"];
type Transfer = {
  id: number;
  direction: Direction;
  path: string;
  phase: Phase;
  bytes: number;
  of: number;
  error?: unknown;
  stop: AbortController;
};

/** Files dropped onto the page, numbered so that the same files can be dropped again. */
export type Dropped = { number: number; files: File[] };

type Props = { projectId: string; allocationId: string; dropped: Dropped | undefined };

/** Lists an allocation's home, and transfers files to and from it. One at a time, because they share one connection to the host. */
export default function Files({ projectId, allocationId, dropped }: Props) {
  const [folder, setFolder] = useState("");
  // The folder shown; the one to upload to may be typed instead.
  const [opened, setOpened] = useState("");
  const queries = useQueryClient();
  const [wanted, setWanted] = useState("");
  const [leftOut, setLeftOut] = useState(0);
  const limits = useLimits(projectId);
  const { transfers, begin, cancel } = useTransfers();
  const uploads = transfers.filter((one) => one.direction === "upload");
  const isUploading = uploads.some((one) => !OVER.includes(one.phase));
  const uploaded = uploads.filter((one) => one.phase === "done").length;
  useEffect(() => {
    // Once for all that were chosen together.
    if (!isUploading && uploaded > 0) {
      void queries.invalidateQueries({ queryKey: foldersKey(allocationId) });
    }
  }, [queries, allocationId, isUploading, uploaded]);
  const start = (body: Wanted, signal: AbortSignal) =>
    whenAllowed(signal, () =>
      ask(
        api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/file-transfers", {
          params: { path: { project_id: projectId, allocation_id: allocationId }, header: once() },
          body,
        }),
      ),
    );
  const send = (files: File[]) => {
    setLeftOut(Math.max(0, files.length - FILES_AT_ONCE_MAX));
    for (const file of files.slice(0, FILES_AT_ONCE_MAX)) {
      const path = pathInHome(folder, file.name);
      begin("upload", path, async (signal, progress) => {
        if (limits.megabytesMax !== undefined && file.size > limits.megabytesMax * MEGABYTE) {
          throw new Error(
            `${file.name} is ${bytes(file.size)}. The limit is ${megabytes(limits.megabytesMax)} per file.`,
          );
        }
        const sha256 = await digestOf(file, signal, progress("reading")).catch((why: unknown) => {
          throw signal.aborted
            ? why
            : new Error(`${file.name} cannot be read. Folders can't be uploaded; create an archive first.`);
        });
        await upload(
          await start({ direction: "upload", path, bytes: file.size, sha256 }, signal),
          file,
          signal,
          progress("carrying"),
        );
      });
    }
  };
  const list = async (path: string, signal: AbortSignal): Promise<Listing> => {
    const access = await start({ direction: "download", path: path || ".", listing: true }, signal);
    return parseListing(await (await download(access, signal, () => undefined)).text());
  };
  const open = (path: string) => {
    setOpened(path);
    setFolder(path);
  };
  const fetchTyped = (event: FormEvent) => {
    event.preventDefault();
    fetchFile(pathInHome("", wanted.trim().replace(/^~\//, "")));
    setWanted("");
  };
  const fetchFile = (path: string) =>
    begin("download", path, async (signal, progress) =>
      save(await download(await start({ direction: "download", path }, signal), signal, progress("carrying")), path),
    );
  const choose = useRef<() => void>(null);
  const sent = useRef(0);
  useEffect(() => {
    if (dropped && dropped.number > sent.current) {
      sent.current = dropped.number;
      send(dropped.files);
    }
  });
  return (
    <Card p="md" component="section" aria-label="Files">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {limits.isOff
            ? "File transfers are turned off by policy."
            : `Upload to and download from the home directory${limits.megabytesMax === undefined ? "" : `, up to ${megabytes(limits.megabytesMax)} per file`}. Existing files are overwritten. Transfers are recorded in the audit trail.`}
        </Text>
        {!limits.isOff && (
          <Folder allocationId={allocationId} folder={opened} list={list} onOpen={open} onFetch={fetchFile} />
        )}
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Upload to"
            placeholder="Home directory"
            value={folder}
            onChange={(event) => setFolder(event.currentTarget.value)}
            maxLength={900}
            flex="1 1 160px"
            disabled={limits.isOff}
          />
          <FileButton
            multiple
            resetRef={choose}
            disabled={limits.isOff}
            onChange={(given) => {
              send(given);
              // Reset, so that the same file can be chosen again.
              choose.current?.();
            }}
          >
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={18} aria-hidden />} disabled={limits.isOff}>
                Upload files
              </Button>
            )}
          </FileButton>
        </Group>
        {leftOut > 0 && (
          <Alert
            color="yellow"
            p="xs"
            role="status"
            withCloseButton
            closeButtonLabel="Close notice"
            onClose={() => setLeftOut(0)}
          >
            Only {FILES_AT_ONCE_MAX} files can be transferred at a time; {leftOut} were skipped. Upload them again
            later, or create an archive.
          </Alert>
        )}
        <form onSubmit={fetchTyped}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Download"
              placeholder="results/model.bin"
              value={wanted}
              onChange={(event) => setWanted(event.currentTarget.value)}
              maxLength={1000}
              flex="1 1 160px"
              disabled={limits.isOff}
            />
            <Button
              type="submit"
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              disabled={limits.isOff || !wanted.trim()}
            >
              Download
            </Button>
          </Group>
        </form>
        {transfers.length > 0 && (
          <Stack gap="xs" component="ul" className="plain-list" p={0} m={0} aria-label="Transfers">
            {transfers.map((one) => (
              <Row key={one.id} transfer={one} onCancel={() => cancel(one)} />
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

const PHASES: Record<Phase, (transfer: Transfer) => string> = {
  waiting: () => "waiting",
  reading: () => "reading",
  carrying: ({ bytes: done, of }) => (of > 0 ? `${bytes(done)} of ${bytes(of)}` : "beginning"),
  done: ({ direction, of }) => `${direction === "upload" ? "uploaded" : "downloaded"}, ${bytes(of)}`,
  canceled: () => "canceled",
  failed: () => "failed",
};

function Row({ transfer, onCancel }: { transfer: Transfer; onCancel: () => void }) {
  const isOver = OVER.includes(transfer.phase);
  const percent = transfer.phase === "done" ? 100 : transfer.of > 0 ? (100 * transfer.bytes) / transfer.of : 0;
  return (
    <Stack gap={4} component="li">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Group gap={8} wrap="nowrap" miw={0}>
          {transfer.direction === "upload" ? (
            <IconUpload size={16} aria-hidden />
          ) : (
            <IconDownload size={16} aria-hidden />
          )}
          <Text size="sm" fw={500} truncate>
            {transfer.path}
          </Text>
        </Group>
        <Group gap={8} wrap="nowrap">
          <Text size="sm" c="dimmed" className="nowrap figure" role="status">
            {PHASES[transfer.phase](transfer)}
          </Text>
          {!isOver && (
            <ActionIcon variant="default" size="sm" aria-label={`Cancel ${transfer.path}`} onClick={onCancel}>
              <IconX size={14} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
      {transfer.phase === "failed" ? (
        <ProblemNote error={transfer.error} />
      ) : (
        <Progress value={percent} size="sm" aria-label={`Progress of ${transfer.path}`} animated={!isOver} />
      )}
    </Stack>
  );
}

type Work = (signal: AbortSignal, progress: (phase: Phase) => OnProgress) => Promise<void>;

/** Active, finished and waiting transfers. Leaving the page cancels them. */
function useTransfers() {
  const [transfers, setTransfers] = useState<Transfer[]>([]);
  const known = useRef<{ count: number; queue: Promise<void>; all: AbortController[] }>({
    count: 0,
    queue: Promise.resolve(),
    all: [],
  });
  useEffect(
    () => () => {
      for (const one of known.current.all) {
        one.abort();
      }
    },
    [],
  );
  const change = (id: number, part: Partial<Transfer>) =>
    setTransfers((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const begin = (direction: Direction, path: string, work: Work) => {
    const id = ++known.current.count;
    const stop = new AbortController();
    known.current.all.push(stop);
    setTransfers((all) => [{ id, direction, path, phase: "waiting", bytes: 0, of: 0, stop }, ...all]);
    known.current.queue = known.current.queue.then(async () => {
      try {
        stop.signal.throwIfAborted();
        change(id, { phase: "carrying" });
        let all = 0;
        let shownAt = 0;
        await work(stop.signal, (phase) => (done, of) => {
          all = of;
          if (performance.now() - shownAt > SHOWN_EVERY_MS) {
            shownAt = performance.now();
            change(id, { phase, bytes: done, of });
          }
        });
        change(id, { phase: "done", bytes: all, of: all });
      } catch (error) {
        change(id, stop.signal.aborted ? { phase: "canceled" } : { phase: "failed", error });
      }
    });
  };
  const cancel = (transfer: Transfer) => transfer.stop.abort();
  return { transfers, begin, cancel };
}

/** File transfer limits set by policy. */
function useLimits(projectId: string): { isOff: boolean; megabytesMax: number | undefined } {
  const { can } = useCurrentProject();
  const policies = useQuery({
    queryKey: ["project", projectId, "policies"],
    enabled: can("policies.read"),
    queryFn: async () =>
      (await ask(api.GET("/api/v1/projects/{project_id}/policies", { params: { path: { project_id: projectId } } })))
        .items,
  });
  const policyValue = (key: string) => policies.data?.find((one) => one.key === key)?.value;
  const max = policyValue("terminal.transfer_megabytes_max");
  return {
    isOff: policyValue("terminal.file_transfer") === "off",
    megabytesMax: max === undefined ? undefined : Number(max),
  };
}

function megabytes(count: number): string {
  return `${count.toLocaleString("en-US")} MB`;
}

/** Starts a transfer; waits if the per-minute rate limit is reached. */
async function whenAllowed<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      signal.throwIfAborted();
      return await act();
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status !== 429 || tries >= TRIES_MAX) {
        throw error;
      }
      await new Promise((done) => setTimeout(done, TRY_AGAIN_MS));
    }
  }
}

function save(content: Blob, path: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = path.slice(path.lastIndexOf("/") + 1);
  link.click();
  // The browser has taken over the download by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
