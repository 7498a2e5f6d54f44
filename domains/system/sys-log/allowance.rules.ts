/** The number of refused calls that are logged one by one in a minute, for one client and for all. */
export const allowanceBounds = { perCaller: 60, perMinute: 600, windowMs: 60_000, callers: 5_000 } as const;

export interface LogAllowance {
  /** `skipped`: the number of the client's calls that were not logged in the window that has just ended. */
  readonly take: (caller: string, nowMs: number) => { readonly isAllowed: boolean; readonly skipped: number };
}

/** Keeps a flood of refused calls from filling the log, and counts the calls that it omits. */
export const createAllowance = (): LogAllowance => {
  const callers = new Map<string, { untilMs: number; kept: number; skipped: number }>();
  const allCallers = { untilMs: 0, kept: 0 };
  return {
    take: (caller, nowMs) => {
      if (nowMs >= allCallers.untilMs) Object.assign(allCallers, { untilMs: nowMs + allowanceBounds.windowMs, kept: 0 });
      const callerWindow = callers.get(caller);
      const isNew = !callerWindow || nowMs >= callerWindow.untilMs;
      if (isNew && callers.size >= allowanceBounds.callers) callers.clear();
      const entry = isNew ? { untilMs: nowMs + allowanceBounds.windowMs, kept: 0, skipped: 0 } : callerWindow;
      if (isNew) callers.set(caller, entry);
      const isAllowed = entry.kept < allowanceBounds.perCaller && allCallers.kept < allowanceBounds.perMinute;
      if (isAllowed) {
        entry.kept += 1;
        allCallers.kept += 1;
      } else entry.skipped += 1;
      return { isAllowed, skipped: isNew ? (callerWindow?.skipped ?? 0) : 0 };
    },
  };
};
