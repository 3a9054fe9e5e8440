import { words } from "../ui/format";

/** The kinds of transfers between a tenant's accounts, the common ones first. */
export const KINDS = [
  "usage",
  "usage_correction",
  "payment",
  "refund",
  "earnings",
  "commitment_shortfall",
  "promotion_grant",
  "promotion",
  "promotion_return",
  "promotion_expiry",
  "debt",
  "repayment",
  "reversal",
  "dispute",
].map((value) => ({ value, label: words(value) }));
