import type { PageEntry } from "../app/page-entry";

export const billingPages: PageEntry[] = [];
