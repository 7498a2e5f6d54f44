import { defineConfig } from 'vitest/config';
import { expectations } from './tools/test/expectations.ts';
import { LongestFirst } from './tools/test/longest-first.ts';

export default defineConfig({
  test: {
    include: ['{engines,kit,domains,apps,tools}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/*.browser.test.*', '**/*.journey.test.ts'],
    globalSetup: ['kit/test/database.setup.ts'],
    // For what hangs. A test beside others on a machine a third as quick as usual needs less.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    ...expectations,
    // Threads begin sooner than processes, and nothing here asks to be one.
    pool: 'threads',
    // The files that one thread runs share what they import; no module of ours keeps anything of a database.
    isolate: false,
    // Twice the cores: files wait for databases, for minutes to pass, and for what they started, and three at a time left a third of the processors idle.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // What one phase has compiled the next ones read.
    experimental: { fsModuleCache: true },
  },
});
