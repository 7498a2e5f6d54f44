import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { preloadApp } from './preload-app.ts';
import { sharedGroup } from './shared-group.ts';

const API = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

const antd = (...components: readonly string[]): RegExp => new RegExp(`/node_modules/antd/es/(${components.join('|')})/`);

/**
 * Code that is needed at the same moment forms one script. A group contains the modules it names with everything they import, except what a group
 * before it contains, so no two scripts need each other; shared-group.ts divides the rest among the pages. docs/decisions/0147-few-scripts.md
 */
const groups = [
  { name: 'index', test: /\/apps\/web\/main\.ts$/ },
  // antd's rules with the theme, which are loaded before all others.
  { name: 'styles', test: /\/apps\/web\/styles\.ts$/ },
  // The product's own rules are a quarter of antd's. With a stylesheet of its own, a page would wait for it before its code is requested.
  { name: 'rules', test: /\/(apps|kit|domains)\/.*\.css$/ },
  // Libraries change seldom, so a browser keeps their scripts when only the product's code is new.
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\// },
  // With what both the sign-in and the frame show.
  { name: 'app', test: /\/apps\/web\/(app|words|shell\/header\/theme-switch|sign-in\/entry-choice)\.tsx?$/ },
  { name: 'sign-in', test: /\/apps\/web\/sign-in\/sign-in\.tsx$/ },
  {
    name: 'antd',
    test: antd('app', 'badge', 'breadcrumb', 'button', 'config-provider', 'dropdown', 'empty', 'menu', 'modal', 'popover', 'skeleton', 'tooltip'),
  },
  {
    name: 'shell',
    test: /\/apps\/web\/(shell\/shell|home\/home)\.tsx$|\/system\/notice\/bell\/bell\.web\.tsx$|\/kit\/web\/(load-error|kinds\/cell)\.tsx$/,
  },
  { name: 'antd-table', test: antd('checkbox', 'input', 'pagination', 'radio', 'select', 'spin', 'table') },
  { name: 'list', test: /\/kit\/web\/list\/list-page\.tsx$/ },
  // Each language has its own chunk, so that one language does not load the others.
  {
    name: 'codemirror',
    test: /node_modules\/(@codemirror\/(state|view|commands|language|search|autocomplete)|@lezer\/(common|highlight|lr)|style-mod|w3c-keyname|crelt|@marijn)\//,
  },
  { name: 'tiptap', test: /node_modules\/(@tiptap\/(?!react\/)[\w-]+|prosemirror-[\w-]+|orderedmap|rope-sequence|linkifyjs|marked|fast-equals)\// },
  { name: 'echarts', test: /node_modules\/(echarts|zrender)\// },
  // Forms use these and lists do not; merged with what both share, they would be loaded with every list.
  { name: 'picker', test: /node_modules\/(@rc-component\/picker|antd\/es\/(date-picker|time-picker)|dayjs\/plugin)\//, entriesAware: true },
  // Below this many bytes of source, code that some pages share is merged into code that more pages share.
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
      // A module of Node that is imported by a page is replaced by an empty one, which fails in the browser only.
      onLog: (level, log, report) => {
        if (log.message.includes('externalized for browser')) throw new Error(log.message);
        report(level, log);
      },
      // The resources.ts of a domain has no side effects, so importing one code table from it does not bundle the whole domain.
      treeshake: {
        moduleSideEffects: [
          { test: /\/domains\/[\w-]+\/resources\.ts$/, sideEffects: false },
          { test: /\/node_modules\/@rc-component\//, sideEffects: false },
        ],
      },
      output: { chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`, codeSplitting: { groups: [...groups, sharedGroup(groups)] } },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/jeecg-boot': { target: API, ws: true } },
  },
});
