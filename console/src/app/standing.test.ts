import { expect, test } from "vitest";
import type { Project } from "../api";
import { ProblemError } from "../api/problem";
import type { Place } from "./me";
import { standingOf } from "./standing";

const known = <T>(data: T) => ({ data, error: null });
const failed = (error: unknown) => ({ data: undefined, error });
const asking = { data: undefined, error: null };
const project = { id: "p1" } as Project;
const places: Place[] = [{ project, tenant: undefined }];
const me = known({});

test("a project the caller is in is open, also while that is not known yet", () => {
  expect(standingOf("p1", me, known(places), asking).kind).toBe("open");
  expect(standingOf("p1", me, asking, asking).kind).toBe("open");
});

test("failures are reported instead of waiting", () => {
  const error = new ProblemError({ detail: "overloaded" }, 503);
  expect(standingOf("p1", me, failed(error), asking)).toEqual({ kind: "failed", error });
  expect(standingOf("p1", failed(error), asking, asking)).toEqual({ kind: "failed", error });
  expect(standingOf("p2", me, known(places), failed(error))).toEqual({ kind: "failed", error });
});

test("a project that is not listed is looked for, and is there or not", () => {
  expect(standingOf("p2", me, known(places), asking).kind).toBe("sought");
  expect(standingOf("p2", me, known(places), known({ id: "p2" } as Project)).kind).toBe("open");
  expect(standingOf("p2", me, known(places), failed(new ProblemError({}, 404))).kind).toBe("absent");
});
