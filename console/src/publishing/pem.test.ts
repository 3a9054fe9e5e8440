import { expect, test } from "vitest";
import { pemFault } from "./pem";

test("a private key is never accepted", () => {
  expect(pemFault("-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----")).toMatch(/private key/);
  expect(pemFault("-----BEGIN EC PRIVATE KEY-----\nAA")).toMatch(/private key/);
});

test("a whole public key or certificate is accepted", () => {
  expect(pemFault("")).toBeUndefined();
  expect(pemFault("-----BEGIN PUBLIC KEY-----\nAA\n-----END PUBLIC KEY-----\n")).toBeUndefined();
  expect(pemFault("-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----")).toBeUndefined();
  expect(pemFault("-----BEGIN PUBLIC KEY-----\nAA")).toMatch(/BEGIN to END/);
});
