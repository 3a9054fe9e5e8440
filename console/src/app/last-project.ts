const KEY = "gpuaas.project";

export function lastProject(): string | undefined {
  return localStorage.getItem(KEY) ?? undefined;
}

export function rememberProject(id: string): void {
  localStorage.setItem(KEY, id);
}
