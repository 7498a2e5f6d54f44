import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { aliases } from '../../tools/build/preact-aliases.ts';

/** The page that screens on walls open: a small bundle of its own, without the back office. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/screen/',
  plugins: [react()],
  resolve: { alias: [...aliases] },
  build: {
    outDir: '../../dist/screen',
    emptyOutDir: true,
    target: 'es2022',
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
