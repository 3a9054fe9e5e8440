import type { PageEntry } from "../app/page-entry";

/** Pages of who runs the platform; their addresses begin with /operator. */
export const operatorPages: PageEntry[] = [];
