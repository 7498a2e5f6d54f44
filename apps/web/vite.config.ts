import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lighterAntd } from './lighter-antd.ts';

const API = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

/** Source bytes below which what some pages share joins what more pages share. */
const MERGE_BELOW_BYTES = 8_000;
const MERGE_OWN_BELOW_BYTES = 4_000;
const LIST_PARTS =
  /\/kit\/web\/(list\/(actions|columns|column-width|split-actions|row-actions|list-state|text-width|saved-views|search-form)|kinds\/(filter|filter-names|cell|choices|async-select|ref-select)|tree\/trouble|advanced\/(words|in-force)|edit-table\/known-[a-z]+)\.tsx?$/;

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), lighterAntd],
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
      // A domain's door of facts only declares: who takes one code table through it does not get the whole domain.
      treeshake: { moduleSideEffects: [{ test: /\/domains\/[\w-]+\/resources\.ts$/u, sideEffects: false }] },
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          // Dozens of tiny shared chunks cost a slow line more than the bytes they save.
          groups: [
            // The entry has these; what few pages use of them would be merged with what those pages share.
            { name: 'query', test: /node_modules\/@tanstack\//, priority: 2, entriesAware: true },
            // Languages stay in chunks of their own, so that one of them brings none of the others.
            {
              name: 'codemirror',
              test: /node_modules\/(@codemirror\/(state|view|commands|language|search|autocomplete)|@lezer\/(common|highlight|lr)|style-mod|w3c-keyname|crelt|@marijn)\//,
              priority: 2,
            },
            {
              name: 'tiptap',
              test: /node_modules\/(@tiptap\/(?!react\/)[\w-]+|prosemirror-[\w-]+|orderedmap|rope-sequence|linkifyjs|marked|fast-equals)\//,
              priority: 2,
            },
            { name: 'echarts', test: /node_modules\/(echarts|zrender)\//, priority: 2 },
            // Every page has these in its header; beside others of its chunk they would bring tables along.
            { name: 'header', test: /node_modules\/antd\/es\/(popover|badge)\//, priority: 2, entriesAware: true },
            // Forms have these, lists do not; merged with what both share they would come with every list.
            {
              name: 'picker',
              test: /node_modules\/(@rc-component\/picker|antd\/es\/(date-picker|time-picker)|dayjs\/plugin)\//,
              priority: 2,
              entriesAware: true,
            },
            // What every list is made of; pages that use a part of it would else cut it into crumbs.
            { name: 'list', test: LIST_PARTS, priority: 0, entriesAware: true, entriesAwareMergeThreshold: MERGE_OWN_BELOW_BYTES },
            { name: 'lib', test: /node_modules\/.*\.(?!css)\w+$/, priority: 1, entriesAware: true, entriesAwareMergeThreshold: MERGE_BELOW_BYTES },
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
