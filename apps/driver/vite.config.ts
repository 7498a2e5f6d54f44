import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { aliases } from '../../tools/build/preact-aliases.ts';

/** The page that drivers open: a small bundle of its own. tools/build/driver-budgets.mjs judges its size. */
export default defineConfig({
  root: import.meta.dirname,
  // Pages have addresses of several depths, so their scripts have an absolute one.
  base: '/driver/',
  plugins: [react()],
  resolve: { alias: [...aliases] },
  build: {
    outDir: '../../dist/driver',
    emptyOutDir: true,
    target: 'es2020',
    manifest: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'main.tsx',
      treeshake: { moduleSideEffects: [{ test: /\/domains\/[\w-]+\/resources\.ts$/, sideEffects: false }] },
    },
  },
});
