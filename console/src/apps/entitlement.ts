import type { AppEntitlement } from "./queries";

const REASONS: Record<string, string> = {
  not_granted_to_tenant: "The platform does not grant this app to your tenant.",
  version_outside_platform_range: "The platform grants your tenant other versions of this app.",
  version_suspended: "This version is suspended.",
  version_after_sunset: "This version is past its sunset and not offered for new use.",
  not_enabled_for_project: "This app is not enabled for the project.",
  version_outside_tenant_range: "Your tenant enabled other versions of this app for the project.",
  role_may_not_deploy: "Your role may not use this app in the project.",
  overlay_does_not_fit: "The limits on parameters name a parameter that this version does not have.",
  default_not_allowed: "A default of the project is outside the limits on parameters.",
};

const DECIDED_BY: Record<NonNullable<AppEntitlement["changed_by"]>, string> = {
  operator: "An operator of the platform can change this.",
  publisher: "The publisher can change this with a newer version.",
  tenant_admin: "An administrator of your tenant can change this.",
  project_admin: "An administrator of the project can change this.",
};

/** Says why a project may not use an app, and who can change it. */
export function refusalText({ reason = "", changed_by }: Pick<AppEntitlement, "reason" | "changed_by">): string {
  const why = REASONS[reason] ?? `${reason.replaceAll("_", " ")}.`;
  return changed_by ? `${why} ${DECIDED_BY[changed_by]}` : why;
}

/** Whether a request to the tenant's administrators can help. */
export function canBeRequested({ allowed, reason }: Pick<AppEntitlement, "allowed" | "reason">): boolean {
  return !allowed && reason === "not_enabled_for_project";
}
