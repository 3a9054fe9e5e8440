import { useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { session } from "../api/session";
import { Outage } from "./outage";
import { router } from "./router";
import { Welcome } from "./welcome";

/** Nobody is null here: a query's answer is never undefined. */
const visitor = {
  queryKey: ["session"],
  queryFn: async () => (await session()) ?? null,
  staleTime: Infinity,
  // Who waits is told why, and asks again when they like.
  retry: false,
  networkMode: "always" as const,
};

/** The console for who is signed in, the welcome for who is not, and the reason when the server cannot say which. */
export function Entrance() {
  const who = useQuery(visitor);
  if (who.isError) {
    return <Outage error={who.error} isAsking={who.isFetching} retry={() => void who.refetch()} />;
  }
  return who.isPending ? null : who.data ? <RouterProvider router={router} /> : <Welcome />;
}
