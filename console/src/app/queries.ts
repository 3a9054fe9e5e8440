import { MutationCache, QueryClient } from "@tanstack/react-query";
import { asProblem } from "../api/problem";
import { tellProblem } from "../ui/tell";

const RETRIES_MAX = 2;

/** Retry after network errors and server failures, never after a refusal. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  const { status } = asProblem(error);
  return failures < RETRIES_MAX && (status === 0 || status >= 500);
}

/** The live connection keeps lists and details current; everything else is refetched on use. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: isWorthRetrying },
    mutations: { retry: false },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (mutation.meta?.shown !== true) {
        tellProblem(error);
      }
    },
  }),
});

/** Marks a mutation whose form shows the problem itself. */
export const SHOWN_IN_PLACE = { shown: true };
