import { defineConfig } from 'vitest/config';

/** Measurements that need what tests need: a server of the product in the process, with a database of its own. */
export default defineConfig({
  test: { include: ['bench/**/*.measure.ts'], globalSetup: ['kit/test/database.setup.ts'], hookTimeout: 60_000 },
});
