import { defineConfig } from 'vitest/config';
import { expectations } from './tools/test/expectations.ts';
import { LongestFirst } from './tools/test/longest-first.ts';

/** Whole journeys through the built product in a real browser; `npm run build` first. Three at a time: each starts a server, and waits now and then for what is seen. */
export default defineConfig({
  test: {
    include: ['{kit,domains,apps}/**/*.journey.test.ts'],
    globalSetup: ['apps/journeys/testing/seed.setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    ...expectations,
    // The files that one thread runs share what they import; each has a product and a browser of its own.
    pool: 'threads',
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // What one phase has compiled the next ones read.
    experimental: { fsModuleCache: true },
  },
});
