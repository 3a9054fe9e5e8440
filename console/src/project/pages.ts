import type { PageEntry } from "../app/page-entry";

export const projectPages: PageEntry[] = [];
