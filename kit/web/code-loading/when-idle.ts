/** The latest time after which code that waits for an idle browser is loaded. */
const WAIT_MAX_MS = 2_000;

/** Resolves when the browser has nothing else to do, so that what few people look at first does not delay the page. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: WAIT_MAX_MS });
    else setTimeout(resolve, WAIT_MAX_MS / 10);
  });
