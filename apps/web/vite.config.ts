import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { preloadApp } from './preload-app.ts';

const API = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

const antd = (...components: readonly string[]): RegExp => new RegExp(`/node_modules/antd/es/(${components.join('|')})/`);

/**
 * What is needed at the same moment is one script. A group takes the modules it names with everything they import, as far as no group above it has them, so
 * no two scripts can need each other; what no group takes, the bundler shares out among the pages. docs/decisions/0050-first-load.md
 */
const groups = [
  { name: 'index', test: /\/apps\/web\/main\.ts$/ },
  // Libraries change seldom: a browser keeps their scripts when only ours are new.
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\// },
  { name: 'app', test: /\/apps\/web\/(app|sign-in\/sign-in)\.tsx$/ },
  {
    name: 'antd',
    test: antd('app', 'badge', 'breadcrumb', 'button', 'config-provider', 'dropdown', 'empty', 'menu', 'modal', 'popover', 'skeleton', 'tooltip'),
  },
  {
    name: 'shell',
    test: /\/apps\/web\/(shell\/shell|home\/home)\.tsx$|\/system\/notice\/bell\.web\.tsx$|\/kit\/web\/(load-error|kinds\/cell)\.tsx$/,
  },
  { name: 'antd-table', test: antd('checkbox', 'input', 'pagination', 'radio', 'select', 'spin', 'table') },
  { name: 'list', test: /\/kit\/web\/list\/list-page\.tsx$/ },
  // Languages stay in chunks of their own, so that one of them brings none of the others.
  {
    name: 'codemirror',
    test: /node_modules\/(@codemirror\/(state|view|commands|language|search|autocomplete)|@lezer\/(common|highlight|lr)|style-mod|w3c-keyname|crelt|@marijn)\//,
  },
  { name: 'tiptap', test: /node_modules\/(@tiptap\/(?!react\/)[\w-]+|prosemirror-[\w-]+|orderedmap|rope-sequence|linkifyjs|marked|fast-equals)\// },
  { name: 'echarts', test: /node_modules\/(echarts|zrender)\// },
  // Forms have these, lists do not; merged with what both share they would come with every list.
  { name: 'picker', test: /node_modules\/(@rc-component\/picker|antd\/es\/(date-picker|time-picker)|dayjs\/plugin)\//, entriesAware: true },
  // Below this many bytes of source, what some pages share joins what more pages share.
  { name: 'lib', test: /node_modules\/.*\.(?!css)\w+$/, entriesAware: true, entriesAwareMergeThreshold: 8_000 },
];

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), preloadApp],
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
      // The resources.ts of a domain has no side effects, so importing one code table from it does not bundle the whole domain.
      treeshake: {
        moduleSideEffects: [
          { test: /\/domains\/[\w-]+\/resources\.ts$/, sideEffects: false },
          { test: /\/node_modules\/@rc-component\//, sideEffects: false },
        ],
      },
      output: { chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`, codeSplitting: { groups } },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/jeecg-boot': { target: API, ws: true } },
  },
});
