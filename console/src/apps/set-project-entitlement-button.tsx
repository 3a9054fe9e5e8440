import {
  Alert,
  Button,
  type ButtonProps,
  Group,
  MultiSelect,
  NumberInput,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";
import type { Schemas } from "../api";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog, useOnOpen } from "../ui/form-dialog";
import { words } from "../ui/format";
import { partsOf } from "./names";
import { overlayFault } from "./overlay";
import type { AppEntitlement } from "./queries";
import { useAppsChanged } from "./use-changed";

type Role = Schemas["DeployRole"];

const ROLES: Role[] = ["tenant_owner", "tenant_admin", "project_admin", "project_member", "service_account"];
const EXAMPLE = '{ "properties": { "max_len": { "maximum": 8192 } } }';

type Props = {
  projectId: string;
  app: string;
  isEnabled: boolean;
  /** The decision for this person; it has the settings in force if they may use the app. */
  known?: AppEntitlement | undefined;
  size?: ButtonProps["size"];
};

/** Enables an app for the project, or changes the limits under which it is enabled. */
export function SetProjectEntitlementButton({ projectId, app, isEnabled, known, size = "sm" }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const [versions, setVersions] = useState("*");
  const [overlay, setOverlay] = useState("");
  const [instances, setInstances] = useState<number | string>("");
  const [gpus, setGpus] = useState<number | string>("");
  const [roles, setRoles] = useState<string[]>(ROLES);
  const changed = useAppsChanged(projectId);
  const act = useAct();
  useOnOpen(opened, () => {
    setVersions(known?.versions ?? "*");
    setOverlay(known?.overlay ? JSON.stringify(JSON.parse(known.overlay), null, 2) : "");
    setInstances(known?.instances_max ?? "");
    setGpus(known?.gpus_max ?? "");
    setRoles(ROLES);
  });
  const fault = overlayFault(overlay);
  const isHidden = isEnabled && known?.allowed !== true;
  const label = isEnabled ? "Change limits" : "Enable";
  const enable = async () => {
    const body = {
      versions: versions.trim(),
      roles: ROLES.filter((role) => roles.includes(role)),
      ...(overlay.trim() ? { overlay: overlay.trim() } : {}),
      ...(typeof instances === "number" ? { instances_max: instances } : {}),
      ...(typeof gpus === "number" ? { gpus_max: gpus } : {}),
    };
    await act.send(body, (header) =>
      ask(
        api.PUT("/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/entitlement", {
          params: { path: { project_id: projectId, ...partsOf(app) }, header },
          body,
        }),
      ),
    );
    changed(isEnabled ? `Changed the limits of ${app}.` : `Enabled ${app} for this project.`);
  };
  return (
    <>
      <Button
        size={size}
        variant={isEnabled ? "default" : "filled"}
        onClick={open}
        aria-label={isEnabled ? `Change limits of ${app}` : `Enable ${app}`}
      >
        {label}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={isEnabled ? `Limits of ${app}` : `Enable ${app} for this project?`}
        submit={isEnabled ? "Save" : "Enable"}
        onSubmit={enable}
        disabled={versions.trim() === "" || roles.length === 0 || fault !== undefined}
      >
        <Text size="sm">
          {isEnabled
            ? "These settings replace the present ones, the roles included. They stop nothing that runs."
            : "Every version is enabled for every role unless you narrow it here."}
        </Text>
        {isHidden && (
          <Alert color="yellow" icon={<IconEyeOff aria-hidden />} title="The present settings are not shown">
            Only roles that may use the app see them. Enter all settings that shall hold.
          </Alert>
        )}
        <TextInput
          label="Versions"
          description='A range such as ">=1.4 <2"; "*" is every version.'
          required
          maxLength={200}
          value={versions}
          onChange={(event) => setVersions(event.currentTarget.value)}
          data-autofocus
        />
        <MultiSelect
          label="Roles that may use it"
          data={ROLES.map((role) => ({ value: role, label: words(role) }))}
          value={roles}
          onChange={setRoles}
        />
        <Group grow align="flex-start">
          <NumberInput label="Instances at most" min={0} max={10_000} value={instances} onChange={setInstances} />
          <NumberInput label="GPUs at most" min={0} max={100_000} value={gpus} onChange={setGpus} />
        </Group>
        <Textarea
          label="Limits on parameters"
          description="A JSON Schema that parameters must satisfy besides the app's own. A parameter with one value left is locked."
          placeholder={EXAMPLE}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={65_536}
          value={overlay}
          onChange={(event) => setOverlay(event.currentTarget.value)}
          error={fault}
          classNames={{ input: "monospace" }}
        />
      </FormDialog>
    </>
  );
}
