import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { PAGES } from "../pages";
import { NotFound, PageFailed, PageLoading } from "./fallbacks";
import { Home, leadHome } from "./home";
import { Shell } from "./shell";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: PageFailed });

const home = createRoute({ getParentRoute: () => root, path: "/", beforeLoad: leadHome, component: Home, pendingComponent: PageLoading });

const pages = PAGES.map((page) =>
  createRoute({
    getParentRoute: () => root,
    path: page.path,
    component: lazyRouteComponent(page.load),
    pendingComponent: PageLoading,
    errorComponent: PageFailed,
  }),
);

export const router = createRouter({
  routeTree: root.addChildren([home, ...pages]),
  defaultPreload: "intent",
  scrollRestoration: true,
});
