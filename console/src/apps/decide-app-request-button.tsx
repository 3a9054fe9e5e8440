import { Button, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { tell } from "../ui/tell";
import { type AppRequest, staleApps } from "./queries";

type Props = { tenantId: string; request: AppRequest; approve: boolean; project: string };

/** Approves or declines a project's request for an app. */
export function DecideAppRequestButton({ tenantId, request, approve, project }: Props) {
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const [answer, setAnswer] = useState("");
  const label = approve ? "Approve" : "Decline";
  const act = useAct();
  const decide = async () => {
    const body = { approve, ...(answer.trim() ? { answer: answer.trim() } : {}) };
    await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/tenants/{tenant_id}/app-requests/{app_request_id}/decide", {
          params: { path: { tenant_id: tenantId, app_request_id: request.id }, header },
          body,
        }),
      ),
    );
    setAnswer("");
    tell(approve ? `Enabled ${request.app} for ${project}.` : `Declined ${request.app} for ${project}.`);
    for (const filter of [{ queryKey: ["tenant", tenantId, "app-requests"] }, ...staleApps(request.project_id)]) {
      void queries.invalidateQueries(filter);
    }
  };
  return (
    <>
      <Button
        size="xs"
        variant={approve ? "filled" : "default"}
        onClick={open}
        aria-label={`${label} ${request.app} for ${project}`}
      >
        {label}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={`${label} ${request.app} for ${project}?`}
        submit={label}
        onSubmit={decide}
      >
        <Text size="sm">
          {approve
            ? "Every version is enabled for every role of the project. You can set limits on the app's page afterwards."
            : "The app stays disabled for the project. Its members can ask again."}
        </Text>
        <Textarea
          label="Answer"
          description="Optional. It is kept with the request."
          autosize
          minRows={2}
          maxLength={500}
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
          data-autofocus
        />
      </FormDialog>
    </>
  );
}
