import { useNavigate, useSearch } from "@tanstack/react-router";

/** Never empty; the first one is the default. */
export type Choices<T extends string> = readonly [T, ...T[]];

export function chosen<T extends string>(said: unknown, choices: Choices<T>): T {
  return choices.find((one) => one === said) ?? choices[0];
}

/** A choice kept in the URL, so that the view can be shared. The default is omitted. */
export function useChoice<T extends string>(name: "span" | "sort", choices: Choices<T>): [T, (choice: T) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const choose = (choice: T) =>
    void navigate({
      to: ".",
      search: { ...search, [name]: choice === choices[0] ? undefined : choice },
      replace: true,
    });
  return [chosen(search[name], choices), choose];
}
