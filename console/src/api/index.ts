// The names of the contract, without the path through the generated file.
import type { components, operations } from "./schema";

export type Schemas = components["schemas"];
export type Operations = operations;

export type Tenant = Schemas["Tenant"];
export type Project = Schemas["Project"];
export type Policy = Schemas["Policy"];
export type AuditEvent = Schemas["AuditEvent"];
export type DeadLetter = Schemas["DeadLetter"];
export type Problem = Schemas["Problem"];
export type Allocation = Schemas["Allocation"];
export type AllocationEvent = Schemas["AllocationEvent"];
export type Offer = Schemas["Offer"];
export type Me = Schemas["Me"];
export type Money = Schemas["Money"];
