const PROJECT = "gpuaas.project";
const TENANT = "gpuaas.tenant";

export function lastProject(): string | undefined {
  return localStorage.getItem(PROJECT) ?? undefined;
}

/** Tenant of the last project; unknown until the project has been loaded. */
export function lastTenant(): string | undefined {
  return localStorage.getItem(TENANT) ?? undefined;
}

export function rememberProject(id: string, tenantId: string | undefined): void {
  localStorage.setItem(PROJECT, id);
  if (tenantId) {
    localStorage.setItem(TENANT, tenantId);
  } else {
    localStorage.removeItem(TENANT);
  }
}
