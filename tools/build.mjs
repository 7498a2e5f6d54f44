import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { markBuilt } from './build/freshness.mjs';
import { inputsDigest, ROOT } from './build/inputs.mjs';
import { buildServer } from './build/server.mjs';
import { buildWeb } from './build/web.mjs';

const DIST = path.join(ROOT, 'dist');

const digest = inputsDigest();
rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });
await Promise.all([step('server', buildServer), step('web client', buildWeb)]);
markBuilt(digest);

/**
 * @param {string} name
 * @param {() => Promise<string>} work
 */
async function step(name, work) {
  const begunMs = performance.now();
  console.log(`building ${name} …`);
  const result = await work();
  console.log(`built ${name} in ${((performance.now() - begunMs) / 1000).toFixed(1)} s: ${result}`);
}
