import { existsSync } from 'node:fs';

const WHOLE_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'] as const;
/** The headless shell draws the same and needs a third less CPU. */
const SHELL_PATHS = ['/usr/bin/chromium-headless-shell'] as const;

/** Chromium cannot use its sandbox as root, and a container's /dev/shm is too small for it. */
const NEEDED_ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--font-render-hinting=none',
] as const;

/**
 * Without additional threads of the JavaScript engine, which compete with other pages, tests need a tenth less CPU. Measurements keep them, because
 * users have them. The optimizing compilers stay: the puzzle before a code by SMS takes a driver's phone many times as long without them.
 */
export const CHROMIUM_ARGS = { test: [...NEEDED_ARGS, '--js-flags=--single-threaded'], measurement: NEEDED_ARGS } as const;

/** The browser of this machine that needs least; CHROMIUM_PATH names another. @throws when there is none */
export const chromiumPath = (): string => firstOf([...SHELL_PATHS, ...WHOLE_PATHS]);

/** A browser as people have it, which offers more to a page than the headless shell. @throws when there is none */
export const wholeChromiumPath = (): string => firstOf(WHOLE_PATHS);

const firstOf = (paths: readonly string[]): string => {
  const found = [process.env['CHROMIUM_PATH'], ...paths].find((file) => file !== undefined && existsSync(file));
  if (found === undefined) throw new Error('No Chromium found; install it with apt-get install chromium, or set CHROMIUM_PATH.');
  return found;
};
