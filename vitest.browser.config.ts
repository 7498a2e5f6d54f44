import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { expectations } from './tools/test/expectations.ts';
import { CHROMIUM_ARGS, chromiumPath } from './kit/test/chromium.ts';

// As operators get them: what libraries look at for developers costs a quarter of the run. NODE_ENV=development shows their warnings.
if (process.env['NODE_ENV'] === 'test') process.env['NODE_ENV'] = 'production';

/** Components that need a real browser: focus, layout, scrolling. */
export default defineConfig({
  plugins: [react()],
  // A library that is found while tests run loads the page anew under them, so all are looked for before.
  cacheDir: '.cache/vite-browser',
  optimizeDeps: { force: true },
  test: {
    include: ['{kit,domains,apps}/**/*.browser.test.{ts,tsx}'],
    setupFiles: ['kit/web/testing/file-isolation.setup.ts'],
    testTimeout: 300_000,
    // Files share what their window has loaded; file-isolation.setup.ts puts away what each leaves.
    isolate: false,
    maxWorkers: 3,
    ...expectations,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: chromiumPath(), args: [...CHROMIUM_ARGS.test] } }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
