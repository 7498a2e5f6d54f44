import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { UserConfig } from 'vite';
import { lighterAntd } from './lighter-antd.ts';
import { appAhead, splashFirst, stagesOf, treeshake } from './stages.ts';
import type { Stages } from './stages.ts';

const API = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

/** Source bytes below which what some pages share joins what more pages share. */
const MERGE_BELOW_BYTES = 8_000;
const plugins = [...react(), lighterAntd];

export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const stages: Stages = command === 'build' ? await stagesOf(import.meta.dirname, plugins) : new Map();
  return {
    root: import.meta.dirname,
    base: './',
    plugins: [...plugins, appAhead, splashFirst],
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
        treeshake,
        output: {
          chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
          // Dozens of tiny shared chunks cost a slow line more than the bytes they save.
          codeSplitting: {
            groups: [
              {
                debugName: 'stages',
                // A file of rules goes where a module is that asks for it.
                name: (id, chunking) =>
                  id.endsWith('.css')
                    ? chunking
                        .getModuleInfo(id)
                        ?.importers.map((one) => stages.get(one))
                        .find(Boolean)
                    : stages.get(id),
                priority: 3,
                includeDependenciesRecursively: false,
              },
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
              // Forms have these, lists do not; merged with what both share they would come with every list.
              {
                name: 'picker',
                test: /node_modules\/(@rc-component\/picker|antd\/es\/(date-picker|time-picker)|dayjs\/plugin)\//,
                priority: 2,
                entriesAware: true,
              },
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
  };
});
