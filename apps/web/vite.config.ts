import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const API = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

/** Source bytes below which what some pages share joins what more pages share. */
const MERGE_BELOW_BYTES = 30_000;

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 700, // tools/budgets.mjs judges compressed sizes
    reportCompressedSize: false,
    assetsInlineLimit: 0, // the content policy allows no data: scripts or fonts
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          // Dozens of tiny shared chunks cost a slow line more than the bytes they save.
          groups: [
            { name: 'echarts', test: /node_modules\/(echarts|zrender)\//, priority: 2 },
            // Every page has these in its header; beside others of its chunk they would bring tables along.
            { name: 'header', test: /node_modules\/antd\/es\/(popover|badge)\//, priority: 2, entriesAware: true },
            { name: 'lib', test: /node_modules\//, priority: 1, entriesAware: true, entriesAwareMergeThreshold: MERGE_BELOW_BYTES },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/jeecg-boot': { target: API, ws: true } },
  },
});
