/** Query key prefix of notifications; invalidated by events that may cause one and by the tick. */
export const notificationsKey = ["notifications"] as const;
