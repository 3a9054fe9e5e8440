import { ActionIcon, Button, Menu, NumberInput, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconClock, IconCopy, IconDots, IconLock, IconLockOpen, IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Allocation } from "../api";
import { useAct } from "../api/act";
import { api, ask, once } from "../api/client";
import { useCommands } from "../app/commands";
import { useCurrentProject } from "../app/me";
import { ConfirmDialog } from "../ui/confirm";
import { FormDialog, useOnOpen } from "../ui/form-dialog";
import { tell } from "../ui/tell";
import { LabelInput } from "./label-input";
import { labelsOf, labelTexts } from "./labels";
import { allocationOf, isLive, useRelease } from "./queries";

export function Actions({ projectId, allocation }: { projectId: string; allocation: Allocation }) {
  const { can } = useCurrentProject();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const release = useRelease(projectId);
  const [releasing, releaseDialog] = useDisclosure(false);
  const [editing, editDialog] = useDisclosure(false);
  const [extending, extendDialog] = useDisclosure(false);
  const path = { project_id: projectId, allocation_id: allocation.id };
  const keep = (changed: Allocation) => {
    queries.setQueryData(allocationOf(projectId, allocation.id).queryKey, changed);
    void queries.invalidateQueries({ queryKey: ["project", projectId] });
  };
  const protect = useMutation({
    mutationFn: (on: boolean) =>
      on
        ? ask(api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/protect", { params: { path } }))
        : ask(api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/unprotect", { params: { path } })),
    onSuccess: keep,
  });
  const isWaiting = allocation.state === "queued";
  const mayRelease = can("allocations.release") && isLive(allocation) && allocation.state !== "releasing";
  useCommands(
    useMemo(
      () =>
        mayRelease
          ? [
              {
                id: `release ${allocation.id}`,
                label: `Release ${allocation.name}`,
                group: "Actions",
                run: releaseDialog.open,
              },
            ]
          : [],
      [mayRelease, allocation.id, allocation.name, releaseDialog.open],
    ),
  );
  const retry = () =>
    ask(
      api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/retry-release", {
        params: { path, header: once() },
      }),
    ).then(keep);
  return (
    <>
      {mayRelease && (
        <Button
          color="red"
          variant="light"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={releaseDialog.open}
          disabled={allocation.protected}
        >
          {isWaiting ? "Leave queue" : allocation.state === "release_failed" ? "Retry release" : "Release"}
        </Button>
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {can("allocations.create") && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={editDialog.open}>
                Edit name and labels
              </Menu.Item>
              {allocation.expires_at && (
                <Menu.Item leftSection={<IconClock size={16} aria-hidden />} onClick={extendDialog.open}>
                  Extend time limit
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={<IconCopy size={16} aria-hidden />}
                onClick={() =>
                  void navigate({
                    to: "/projects/$projectId/allocations/new",
                    params: { projectId: projectId },
                    search: { sku: allocation.sku },
                  })
                }
              >
                Create another like this
              </Menu.Item>
            </>
          )}
          {can("allocations.release") && isLive(allocation) && (
            <Menu.Item
              leftSection={
                allocation.protected ? <IconLockOpen size={16} aria-hidden /> : <IconLock size={16} aria-hidden />
              }
              onClick={() => protect.mutate(!allocation.protected)}
            >
              {allocation.protected ? "Unprotect" : "Protect"}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={releasing}
        onClose={releaseDialog.close}
        title={isWaiting ? `Remove ${allocation.name} from the queue?` : `Release ${allocation.name}?`}
        label={isWaiting ? "Leave queue" : "Release allocation"}
        onConfirm={() =>
          (allocation.state === "release_failed" ? retry() : release.mutateAsync(allocation.id)).then(() =>
            tell(isWaiting ? `${allocation.name} left the queue.` : `${allocation.name} is being released.`),
          )
        }
      >
        {isWaiting
          ? "You'll lose your place; a new request joins the end of the queue. The allocation has not started, so nothing is deleted or charged."
          : "All data on it is deleted, open terminals close, and billing stops. This cannot be undone."}
      </ConfirmDialog>
      <EditDialog
        opened={editing}
        onClose={editDialog.close}
        projectId={projectId}
        allocation={allocation}
        onChanged={keep}
      />
      <ExtendDialog
        opened={extending}
        onClose={extendDialog.close}
        projectId={projectId}
        allocation={allocation}
        onChanged={keep}
      />
    </>
  );
}

type DialogProps = {
  opened: boolean;
  onClose: () => void;
  projectId: string;
  allocation: Allocation;
  onChanged: (changed: Allocation) => void;
};

function EditDialog({ opened, onClose, projectId, allocation, onChanged }: DialogProps) {
  const [name, setName] = useState("");
  const [labels, setLabels] = useState<string[]>([]);
  useOnOpen(opened, () => {
    setName(allocation.name);
    setLabels(labelTexts(allocation.labels));
  });
  const save = async () =>
    onChanged(
      await ask(
        api.PUT("/api/v1/projects/{project_id}/allocations/{allocation_id}", {
          params: { path: { project_id: projectId, allocation_id: allocation.id } },
          body: { name: name.trim(), labels: labelsOf(labels) },
        }),
      ),
    );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Edit name and labels"
      submit="Save"
      onSubmit={save}
      disabled={name.trim() === ""}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <LabelInput value={labels} onChange={setLabels} />
    </FormDialog>
  );
}

function ExtendDialog({ opened, onClose, projectId, allocation, onChanged }: DialogProps) {
  const [hours, setHours] = useState<number | string>(1);
  const act = useAct();
  const extend = async () => {
    const path = { project_id: projectId, allocation_id: allocation.id };
    const body = { seconds: Math.round(Number(hours) * 3600) };
    onChanged(
      await act.send(body, (header) =>
        ask(
          api.POST("/api/v1/projects/{project_id}/allocations/{allocation_id}/extend", {
            params: { path, header },
            body,
          }),
        ),
      ),
    );
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Extend time limit"
      submit="Extend"
      onSubmit={extend}
      disabled={!(Number(hours) > 0)}
    >
      <NumberInput
        label="Hours to add"
        value={hours}
        onChange={setHours}
        min={0.1}
        decimalScale={2}
        suffix=" h"
        data-autofocus
      />
    </FormDialog>
  );
}
