import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const SHELL = '/usr/bin/chromium-headless-shell';
const CHROMIUM = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const APT_LIMIT_MS = 300_000;

/** The headless shell renders the same with a third less processor time; the full Chromium is used where the shell is not available. */
const WISH = { packages: ['chromium-headless-shell'], present: () => Boolean(process.env['CHROMIUM_PATH']) || existsSync(SHELL) };

/** A requirement of the tests beside npm packages: its Debian package, and whether the machine has it. */
const NEEDS = [
  { packages: ['chromium'], present: () => Boolean(process.env['CHROMIUM_PATH']) || CHROMIUM.some((file) => existsSync(file)) },
  { packages: ['postgresql', 'postgresql-contrib'], present: hasPostgres },
];

/**
 * Installs missing requirements through apt.
 * @returns {string | undefined} what is still missing and what to do, when it could not
 */
export function completeMachine() {
  const mayInstall = process.getuid?.() === 0;
  const lacking = () => NEEDS.filter((need) => !need.present());
  // The package of the shell installs a browser too. One call where possible, because each call waits for the package lists.
  if (mayInstall && !WISH.present()) install([WISH, ...lacking()].flatMap(({ packages }) => packages).filter((name) => name !== 'chromium'));
  const missing = lacking().flatMap(({ packages }) => packages);
  if (missing.length === 0) return undefined;
  const byHand = `The browser and storage tests need ${missing.join(', ')}. Install with: apt-get install ${missing.join(' ')}`;
  if (!mayInstall) return `${byHand} (as root; this run is not).`;
  install(missing);
  return lacking().length === 0 ? undefined : `${byHand}; apt-get did not manage it.`;
}

/** @param {readonly string[]} packages */
function install(packages) {
  console.log(`installing ${packages.join(', ')} …`);
  apt('update', '-q');
  apt('install', '-y', '-q', '--no-install-recommends', ...packages);
}

/** @param {string[]} args */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::http::Timeout=20', ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: APT_LIMIT_MS,
  });
  if (quiet.status !== 0) console.error(`apt-get ${args.join(' ')}: ${quiet.error?.message ?? quiet.stderr.trim()}`);
}

function hasPostgres() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  return versions.some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`)) || spawnSync('initdb', ['--version']).status === 0;
}
