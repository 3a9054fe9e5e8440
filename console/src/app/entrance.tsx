import { useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { session } from "../api/session";
import { Outage } from "./outage";
import { router } from "./router";
import { Welcome } from "./welcome";

/** Null means nobody is signed in, because a query result cannot be undefined. */
const visitor = {
  queryKey: ["session"],
  queryFn: async () => (await session()) ?? null,
  staleTime: Infinity,
  // The error page explains the outage and offers a retry.
  retry: false,
  networkMode: "always" as const,
};

/** Shows the console if signed in, the welcome page if not, and the error if the server cannot tell. */
export function Entrance() {
  const who = useQuery(visitor);
  if (who.isError) {
    return <Outage error={who.error} isAsking={who.isFetching} retry={() => void who.refetch()} />;
  }
  return who.isPending ? null : who.data ? <RouterProvider router={router} /> : <Welcome />;
}
