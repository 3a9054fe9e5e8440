import { useNavigate, useSearch } from "@tanstack/react-router";

/** Never empty; the first is what counts when nothing is said. */
export type Choices<T extends string> = readonly [T, ...T[]];

export function chosen<T extends string>(said: unknown, choices: Choices<T>): T {
  return choices.find((one) => one === said) ?? choices[0];
}

/** A choice that stands in the address, so that what one sees can be sent to somebody. The first one is not written there. */
export function useChoice<T extends string>(name: string, choices: Choices<T>): [T, (choice: T) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const choose = (choice: T) => void navigate({ to: ".", search: { ...search, [name]: choice === choices[0] ? undefined : choice } as never, replace: true });
  return [chosen(search[name], choices), choose];
}
