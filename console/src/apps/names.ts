/** The two parts of an app's name, as paths have them. */
export type AppName = { namespace: string; app_name: string };

/** Splits acme/vllm. */
export function partsOf(app: string): AppName {
  const [namespace = "", app_name = ""] = app.split("/");
  return { namespace, app_name };
}

/** Parameters of a link to an app's page. */
export function appLink(projectId: string, app: string) {
  const { namespace, app_name } = partsOf(app);
  return { projectId, namespace, appName: app_name };
}
