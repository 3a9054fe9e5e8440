import { useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { ConfirmButton } from "../ui/confirm";
import { accessTokens } from "./queries";

export function RevokeAccessTokenButton({ token }: { token: Schemas["AccessToken"] }) {
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label="Revoke"
      buttonLabel={`Revoke ${token.name}`}
      title={`Revoke ${token.name}?`}
      size="compact-sm"
      onConfirm={() =>
        ask(
          api.DELETE("/api/v1/me/tokens/{access_token_id}", { params: { path: { access_token_id: token.id } } }),
        ).then(() => queries.invalidateQueries(accessTokens))
      }
    >
      Requests with this token fail within seconds. This cannot be undone.
    </ConfirmButton>
  );
}
