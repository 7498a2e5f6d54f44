import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, chromiumPath } from './kit/test/chromium.ts';

/** Components that need a real browser: focus, layout, scrolling. */
export default defineConfig({
  plugins: [react()],
  // A library that is found while tests run loads the page anew under them, so all are looked for before.
  cacheDir: '.cache/vite-browser',
  optimizeDeps: { force: true },
  test: {
    include: ['{kit,domains,apps}/**/*.browser.test.{ts,tsx}'],
    setupFiles: ['kit/web/testing/alone.setup.ts'],
    testTimeout: 20_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: chromiumPath(), args: [...CHROMIUM_ARGS] } }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
