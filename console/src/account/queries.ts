import { queryOptions } from "@tanstack/react-query";
import { all, api, ask } from "../api/client";

export const sshKeys = queryOptions({
  queryKey: ["ssh-keys"],
  queryFn: () =>
    all((cursor) =>
      ask(api.GET("/api/v1/me/ssh-keys", { params: { query: { limit: 100, ...(cursor ? { cursor } : {}) } } })),
    ),
});

export const accessTokens = queryOptions({
  queryKey: ["access-tokens"],
  queryFn: () =>
    all((cursor) =>
      ask(api.GET("/api/v1/me/tokens", { params: { query: { limit: 100, ...(cursor ? { cursor } : {}) } } })),
    ),
});
