import { Button, type ButtonProps, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { useAppsChanged } from "./use-changed";

type Props = { projectId: string; app: string; size?: ButtonProps["size"] };

/** Asks the administrators of the tenant to enable an app for the project. */
export function RequestAppButton({ projectId, app, size = "sm" }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const [message, setMessage] = useState("");
  const changed = useAppsChanged(projectId);
  const act = useAct();
  const request = async () => {
    const body = { app, message: message.trim() };
    await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/projects/{project_id}/app-requests", {
          params: { path: { project_id: projectId }, header },
          body,
        }),
      ),
    );
    setMessage("");
    changed(`Requested ${app}. An administrator of your tenant decides.`);
  };
  return (
    <>
      <Button size={size} variant="default" onClick={open} aria-label={`Request ${app}`}>
        Request
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={`Request ${app}`}
        submit="Request"
        onSubmit={request}
        disabled={message.trim() === ""}
      >
        <Textarea
          label="Message"
          description="Say what you need the app for. The administrators of your tenant read it."
          required
          autosize
          minRows={3}
          maxLength={500}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          data-autofocus
        />
      </FormDialog>
    </>
  );
}
