import { Button, Radio, Stack, TagsInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { Schemas } from "../api";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog, useOnOpen } from "../ui/form-dialog";
import { partsOf } from "./names";
import type { App } from "./queries";
import { useAppsChanged } from "./use-changed";

const CATEGORY = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Sets who sees an app, and its categories. */
export function UpdateAppButton({ projectId, app }: { projectId: string; app: App }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [visibility, setVisibility] = useState(app.visibility);
  const [categories, setCategories] = useState(app.categories);
  const changed = useAppsChanged(projectId);
  const act = useAct();
  useOnOpen(opened, () => {
    setVisibility(app.visibility);
    setCategories(app.categories);
  });
  const wrong = categories.filter((one) => !CATEGORY.test(one));
  const update = async () => {
    const body = { visibility, categories };
    await act.send(body, (header) =>
      ask(
        api.PUT("/api/v1/projects/{project_id}/apps/{namespace}/{app_name}", {
          params: { path: { project_id: projectId, ...partsOf(app.app) }, header },
          body,
        }),
      ),
    );
    changed(`Saved ${app.app}.`);
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        Visibility and categories
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={`Visibility and categories of ${app.app}`}
        submit="Save"
        onSubmit={update}
        disabled={wrong.length > 0}
      >
        <Radio.Group
          label="Visibility"
          value={visibility}
          // Radio buttons give texts; only these two are offered.
          onChange={(value) => setVisibility(value as Schemas["AppVisibility"])}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="tenant" label="Tenant" description="Only your tenant sees the app. No review is needed." />
            <Radio
              value="public"
              label="Public"
              description="Every tenant sees versions that were reviewed and published."
            />
          </Stack>
        </Radio.Group>
        <TagsInput
          label="Categories"
          description="Lowercase words such as inference or notebooks. Press Enter to add."
          value={categories}
          onChange={setCategories}
          maxTags={10}
          error={wrong.length > 0 && `Not a category: ${wrong.join(", ")}`}
        />
      </FormDialog>
    </>
  );
}
