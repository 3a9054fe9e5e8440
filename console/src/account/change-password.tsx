import { Button, Card, Group, PasswordInput, Stack, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../api/client";
import { SHOWN_IN_PLACE } from "../app/queries";
import { ProblemNote } from "../ui/note";
import { tell } from "../ui/tell";

export function ChangePassword() {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useMutation({
    meta: SHOWN_IN_PLACE,
    mutationFn: () => ask(api.POST("/api/v1/me/password", { body: { current_password: current, new_password: next } })),
    onSuccess: () => {
      setCurrent("");
      setNext("");
      tell("Password changed.");
    },
  });
  return (
    <Card>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <Stack maw={420}>
          <Title order={2} size="h5">
            Password
          </Title>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            visibilityToggleButtonProps={{ "aria-label": "Show current password" }}
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
            visibilityToggleButtonProps={{ "aria-label": "Show new password" }}
          />
          {change.isError && <ProblemNote error={change.error} />}
          <Group>
            <Button type="submit" loading={change.isPending} disabled={current === "" || next === ""}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
