/**
 * Puts the page's rules to use, which were only fetched until now: the splash needs none of them and is painted meanwhile. Settles when they hold, or do
 * not come. To be called before any other script is fetched, so that the rules of those stand behind these.
 */
export const ruled = async (): Promise<void> => {
  const link = document.querySelector<HTMLLinkElement>('link[as="style"], link[rel="stylesheet"]');
  if (!link || link.sheet !== null) return;
  const ended = new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, resolve, { once: true });
  });
  link.rel = 'stylesheet';
  await ended;
};
