import { type AnyRoute, createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { PAGES } from "../pages";
import { NotFound, PageFailed, PageLoading } from "./fallbacks";
import { Home, leadHome } from "./home";
import type { PageEntry } from "./page-entry";
import { ProjectFrame } from "./project-frame";
import { Shell } from "./shell";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: PageFailed });

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: leadHome,
  component: Home,
  pendingComponent: PageLoading,
});

const project = createRoute({ getParentRoute: () => root, id: "project", component: ProjectFrame });

const isOfProject = (page: PageEntry) => page.path.startsWith("/projects/$projectId");

const routesTo = (pages: PageEntry[], parent: () => AnyRoute) =>
  pages.map((page) =>
    createRoute({
      getParentRoute: parent,
      path: page.path,
      component: lazyRouteComponent(page.load),
      pendingComponent: PageLoading,
      errorComponent: PageFailed,
    }),
  );

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    project.addChildren(routesTo(PAGES.filter(isOfProject), () => project)),
    ...routesTo(
      PAGES.filter((page) => !isOfProject(page)),
      () => root,
    ),
  ]),
  defaultPreload: "intent",
  scrollRestoration: true,
});
