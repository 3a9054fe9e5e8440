import { expect, test } from "vitest";
import { faultOf, rangeOfLine } from "./findings";

test("a violation has a code, a sentence and a line", () => {
  expect(faultOf({ field: "/workload/user", message: "unknown_field: The field is not known. (line 12)" })).toEqual({
    code: "unknown_field",
    pointer: "/workload/user",
    sentence: "The field is not known.",
    line: 12,
  });
});

test("a message of another form is shown as it is", () => {
  expect(faultOf({ field: "", message: "Must not be blank" })).toEqual({
    code: "",
    pointer: "/",
    sentence: "Must not be blank",
    line: undefined,
  });
  expect(faultOf({ field: "/a", message: "wrong_form: 1 (one) is wrong." }).line).toBeUndefined();
});

test("the range of a line, also of the last and of one beyond the end", () => {
  const text = "one\ntwo\nthree";
  const cut = (line: number) => {
    const { start, end } = rangeOfLine(text, line);
    return text.slice(start, end);
  };
  expect([1, 2, 3, 9].map(cut)).toEqual(["one", "two", "three", "three"]);
});
