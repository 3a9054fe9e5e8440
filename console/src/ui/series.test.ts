import { expect, test } from "vitest";
import { averaged, busiest, merged, type Series, summaryOf } from "./series";

const at = (minute: number) => new Date(minute * 60_000).toISOString();
const line = (name: string, ...values: (number | undefined)[]): Series => ({
  name,
  points: values.map((value, minute) => ({ at: at(minute), value })),
});

test("hundreds of items become the eight busiest, in their order, and the rest", () => {
  const items = Array.from({ length: 300 }, (_, number) => number);
  const { shown, others } = busiest(items, (number) => (number % 2 === 0 ? number : 0));
  expect(shown).toEqual([284, 286, 288, 290, 292, 294, 296, 298]);
  expect(others).toHaveLength(292);
});

test("eight items stay as they are", () => {
  const items = [8, 7, 6, 5, 4, 3, 2, 1];
  expect(busiest(items, (number) => number)).toEqual({ shown: items, others: [] });
});

test("an average counts only what was measured at that instant", () => {
  expect(averaged("others", [line("a", 10, undefined), line("b", 30, 8)])).toEqual(line("others", 20, 8));
});

test("average and maximum cover all series", () => {
  expect(summaryOf([line("a", 10, undefined), line("b", 30, 20)])).toEqual({ average: 20, maximum: 30 });
  expect(summaryOf([line("a", undefined)])).toBeUndefined();
});

test("rows are in order of time, with the series that have a value then", () => {
  const late: Series = { name: "b", points: [{ at: at(0), value: 3 }] };
  expect(merged([{ name: "a", points: [{ at: at(1), value: 5 }] }, late])).toEqual([
    { at: 0, b: 3 },
    { at: 60_000, a: 5 },
  ]);
});
