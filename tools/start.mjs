import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuilt } from './build/freshness.mjs';
import { ROOT } from './build/inputs.mjs';

const PARENT_WATCH_MS = 500;
const SERVER = path.join(ROOT, 'dist/server.js');

const refusal = prepare();
if (refusal) {
  console.error(refusal);
  process.exitCode = 1;
} else {
  // In this process, so that signals, arguments and the exit code are the server's own.
  process.setSourceMapsEnabled(true);
  stopWithParent();
  // Routes read it when they are imported.
  if (process.env.BASE_PATH) globalThis.CHARGEOPS_BASE_PATH = process.env.BASE_PATH;
  await import(pathToFileURL(SERVER).href);
}

/** @returns {string | undefined} why the server cannot start */
function prepare() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) return `Node 20.19 or newer is needed; this is ${process.version}.`;
  if (!existsSync(path.join(ROOT, 'node_modules'))) return 'Dependencies are missing: run npm ci first.';
  if (!isBuilt() && !buildApart()) return 'The build failed; its message stands above.';
  return existsSync(SERVER) ? undefined : 'There is no server to run: apps/server/main.ts is missing.';
}

/** In a process of its own, so that the memory of the bundlers is released. */
function buildApart() {
  return spawnSync(process.execPath, [path.join(ROOT, 'tools/build.mjs')], { stdio: 'inherit' }).status === 0;
}

/**
 * An npm process that is killed cannot pass the signal on, and its orphan would keep port and data. A caller that starts the product for its own
 * lifetime, as tests do, sets `ENDS_WITH_PARENT`.
 */
function stopWithParent() {
  if (!process.env.npm_lifecycle_event && !process.env.ENDS_WITH_PARENT) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_WATCH_MS);
  watch.unref();
}
