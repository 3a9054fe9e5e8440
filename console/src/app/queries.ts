import { MutationCache, QueryClient } from "@tanstack/react-query";
import { asProblem } from "../api/problem";
import { tellProblem } from "../ui/tell";

const RETRIES_MAX = 2;

/** Asking again helps when nobody answered or the server was in trouble, never when it refused. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  const { status } = asProblem(error);
  return failures < RETRIES_MAX && (status === 0 || status >= 500);
}

/** Lists and details stay right by the live connection; what it does not tell is asked for again when it is looked at. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: isWorthRetrying },
    mutations: { retry: false },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (mutation.meta?.["shown"] !== true) {
        tellProblem(error);
      }
    },
  }),
});

/** A mutation whose form shows the problem itself. */
export const SHOWN_IN_PLACE = { shown: true };
