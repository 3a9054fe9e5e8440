import { Button, Checkbox, Radio, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { Schemas } from "../../api";
import { useAct } from "../../api/act";
import { api, ask } from "../../api/client";
import { partsOf } from "../../apps/names";
import { FormDialog, useOnOpen } from "../../ui/form-dialog";
import { useChanged } from "../act";

const APP = /^[a-z][a-z0-9]*(-[a-z0-9]+)*\/[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

type Props = { tenantId: string; known?: Schemas["TenantEntitlement"] };

/** Grants an app to a tenant or withholds it. */
export function SetTenantEntitlementButton({ tenantId, known }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const [app, setApp] = useState("");
  const [granted, setGranted] = useState(true);
  const [versions, setVersions] = useState("*");
  const [byLink, setByLink] = useState(false);
  const [isPublic, setPublic] = useState(false);
  const changed = useChanged();
  const act = useAct();
  useOnOpen(opened, () => {
    setApp(known?.app ?? "");
    setGranted(known?.granted ?? true);
    setVersions(known?.versions ?? "*");
    setByLink(known?.may_share_by_link ?? false);
    setPublic(known?.may_be_public ?? false);
  });
  const set = async () => {
    const body = { granted, versions: versions.trim(), may_share_by_link: byLink, may_be_public: isPublic };
    await act.send({ app, ...body }, (header) =>
      ask(
        api.PUT("/api/v1/tenants/{tenant_id}/app-entitlements/{namespace}/{app_name}", {
          params: { path: { tenant_id: tenantId, ...partsOf(app) }, header },
          body,
        }),
      ),
    );
    changed(granted ? `Granted ${app}.` : `Withheld ${app}.`);
  };
  return (
    <>
      {known ? (
        <Button size="compact-sm" variant="default" onClick={open} aria-label={`Change ${known.app}`}>
          Change
        </Button>
      ) : (
        <Button onClick={open}>Grant or withhold an app</Button>
      )}
      <FormDialog
        opened={opened}
        onClose={close}
        title={known ? `Grant of ${known.app}` : "Grant or withhold an app"}
        submit="Save"
        onSubmit={set}
        disabled={!APP.test(app) || versions.trim() === ""}
      >
        {!known && (
          <TextInput
            label="App"
            placeholder="acme/vllm"
            required
            maxLength={95}
            value={app}
            onChange={(event) => setApp(event.currentTarget.value.trim())}
            error={app !== "" && !APP.test(app) && "Namespace and name, for example acme/vllm."}
            data-autofocus
          />
        )}
        <Radio.Group
          label="Decision"
          value={granted ? "grant" : "withhold"}
          onChange={(value) => setGranted(value === "grant")}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="grant" label="Grant" description="The tenant sees the app and can enable it for projects." />
            <Radio
              value="withhold"
              label="Withhold"
              description="The tenant does not see the app. Nothing that runs stops."
            />
          </Stack>
        </Radio.Group>
        <TextInput
          label="Versions"
          description='A range such as ">=1.4 <2"; "*" is every version.'
          required
          maxLength={200}
          value={versions}
          onChange={(event) => setVersions(event.currentTarget.value)}
        />
        <Checkbox
          label="May share by link"
          checked={byLink}
          disabled={!granted}
          onChange={(event) => setByLink(event.currentTarget.checked)}
        />
        <Checkbox
          label="May be public"
          checked={isPublic}
          disabled={!granted}
          onChange={(event) => setPublic(event.currentTarget.checked)}
        />
      </FormDialog>
    </>
  );
}
