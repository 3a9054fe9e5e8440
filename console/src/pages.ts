import { accountPages } from "./account/pages";
import { allocationPages } from "./allocations/pages";
import type { PageEntry } from "./app/page-entry";
import { appPages } from "./apps/pages";
import { billingPages } from "./billing/pages";
import { cataloguePages } from "./catalogue/pages";
import { dashboardPages } from "./dashboard/pages";
import { operatorPages } from "./operator/pages";
import { projectPages } from "./project/pages";
import { publishingPages } from "./publishing/pages";
import { recordingPages } from "./recordings/pages";

/** All pages in navigation order. */
export const PAGES: PageEntry[] = [
  ...dashboardPages,
  ...cataloguePages,
  ...allocationPages,
  ...appPages,
  ...publishingPages,
  ...recordingPages,
  ...billingPages,
  ...projectPages,
  ...accountPages,
  ...operatorPages,
];
