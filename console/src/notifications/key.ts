/** Everything about notifications begins with it: an event that may have led to one, and the tick, make it stale. */
export const notificationsKey = ["notifications"] as const;
