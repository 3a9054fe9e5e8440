import type { PageEntry } from "../app/page-entry";

export const accountPages: PageEntry[] = [];
