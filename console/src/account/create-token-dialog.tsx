import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask, once } from "../api/client";
import { useMe } from "../app/me";
import { FormDialog } from "../ui/form-dialog";
import { accessTokens } from "./queries";

const LIFETIMES = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

export function CreateAccessTokenDialog({
  opened,
  onClose,
  onSecret,
}: {
  opened: boolean;
  onClose: () => void;
  onSecret: (secret: string | undefined) => void;
}) {
  const queries = useQueryClient();
  const me = useMe();
  const [name, setName] = useState("");
  const [days, setDays] = useState("30");
  const [scopes, setScopes] = useState<string[]>([]);
  const permissions = [...new Set(me.data?.grants.flatMap((grant) => grant.permissions) ?? [])].sort((a, b) =>
    a.localeCompare(b),
  );
  const create = async () => {
    const made = await ask(
      api.POST("/api/v1/me/tokens", {
        params: { header: once() },
        body: {
          name: name.trim(),
          expires_at: new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
          ...(scopes.length > 0 ? { scopes } : {}),
        },
      }),
    );
    onSecret(made.secret);
    setName("");
    setScopes([]);
    await queries.invalidateQueries(accessTokens);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New access token"
      submit="Create token"
      onSubmit={create}
      disabled={name.trim() === ""}
    >
      <TextInput
        label="Name"
        description="For example nightly-backup"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Select
        label="Expires after"
        data={LIFETIMES}
        value={days}
        allowDeselect={false}
        onChange={(value) => setDays(value ?? "30")}
      />
      <MultiSelect
        label="Scopes"
        description="Leave blank to grant all your permissions."
        data={permissions}
        value={scopes}
        onChange={setScopes}
        searchable
        clearable
      />
    </FormDialog>
  );
}
