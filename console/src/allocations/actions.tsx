import { ActionIcon, Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconClock,
  IconCopy,
  IconDots,
  IconHourglass,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Allocation } from "../api";
import { useCommands } from "../app/commands";
import { useCurrentProject } from "../app/me";
import { ExtendAllocationDialog } from "./extend-dialog";
import { LimitsDialog } from "./limits-dialog";
import { useProtectAllocation, useUnprotectAllocation } from "./protect";
import { isLive } from "./queries";
import { ReleaseAllocationDialog } from "./release-dialog";
import { UpdateAllocationDialog } from "./update-dialog";

const LIMITED_STATES: ReadonlySet<Allocation["state"]> = new Set(["queued", "requested", "provisioning", "active"]);

export function Actions({ projectId, allocation }: { projectId: string; allocation: Allocation }) {
  const { can } = useCurrentProject();
  const navigate = useNavigate();
  const protect = useProtectAllocation(projectId);
  const unprotect = useUnprotectAllocation(projectId);
  const [releasing, releaseDialog] = useDisclosure(false);
  const [updating, updateDialog] = useDisclosure(false);
  const [extending, extendDialog] = useDisclosure(false);
  const [limiting, limitsDialog] = useDisclosure(false);
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
  return (
    <>
      {mayRelease && (
        <Button
          variant="default"
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
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={updateDialog.open}>
                Edit name and labels
              </Menu.Item>
              {LIMITED_STATES.has(allocation.state) && (
                <Menu.Item leftSection={<IconHourglass size={16} aria-hidden />} onClick={limitsDialog.open}>
                  Set limits
                </Menu.Item>
              )}
              {allocation.state === "active" && allocation.expires_at && (
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
              onClick={() => (allocation.protected ? unprotect : protect).mutate(allocation.id)}
            >
              {allocation.protected ? "Unprotect" : "Protect"}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ReleaseAllocationDialog
        opened={releasing}
        onClose={releaseDialog.close}
        projectId={projectId}
        allocation={allocation}
      />
      <UpdateAllocationDialog
        opened={updating}
        onClose={updateDialog.close}
        projectId={projectId}
        allocation={allocation}
      />
      <LimitsDialog opened={limiting} onClose={limitsDialog.close} projectId={projectId} allocation={allocation} />
      <ExtendAllocationDialog
        opened={extending}
        onClose={extendDialog.close}
        projectId={projectId}
        allocation={allocation}
      />
    </>
  );
}
