import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { markBuilt, presentInputs } from './build/freshness.mjs';
import { buildDriver } from './build/driver.mjs';
import { buildScreen } from './build/screen.mjs';
import { ROOT } from './build/inputs.mjs';
import { buildServer } from './build/server.mjs';
import { writeSoftware } from './build/software.mjs';
import { buildWeb, compressWeb } from './build/web.mjs';

const DIST = path.join(ROOT, 'dist');

const inputs = presentInputs();
rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });
const [server, web, driver, screen] = await Promise.all([
  step('server', buildServer),
  step('web client', buildWeb),
  step("driver's page", buildDriver),
  step('big screens', buildScreen),
]);
await step('list of software', async () => ({
  said: `${writeSoftware({ server, browser: [...web, ...driver, ...screen] })} packages`,
  packages: [],
}));
await step('compressed copies', async () => ({ said: await compressWeb(), packages: [] }));
markBuilt(inputs);

/**
 * @param {string} name
 * @param {() => Promise<{ readonly said: string, readonly packages: readonly string[] }>} work
 * @returns {Promise<readonly string[]>} the packages it used
 */
async function step(name, work) {
  const begunMs = performance.now();
  console.log(`building ${name} …`);
  const { said, packages } = await work();
  console.log(`built ${name} in ${((performance.now() - begunMs) / 1000).toFixed(1)} s: ${said}`);
  return packages;
}
