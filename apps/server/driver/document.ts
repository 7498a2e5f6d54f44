import { languages } from '#apps/driver/language.ts';
import type { Language } from '#apps/driver/language.ts';
import type { FirstHtml, PageStart } from '#apps/driver/rendering.ts';
import { chunkOf } from '../static/manifest.ts';

/** The addresses of the files that a page loads. */
export interface PageScripts {
  readonly entry: string;
  readonly styles: readonly string[];
  /** What the entry imports, and the texts of each language. */
  readonly imports: readonly string[];
  readonly words: Readonly<Record<Language, string>>;
}

/** Reads the manifest that the bundler wrote. Throws when the build lacks a file that a page needs. */
export const scriptsOf = (manifest: string, base: string): PageScripts => {
  const { file, css, imports } = chunkOf(manifest, 'main.tsx');
  const fileOf = (source: string): string => `${base}${chunkOf(manifest, source).file}`;
  return {
    entry: `${base}${file}`,
    styles: css.map((style) => `${base}${style}`),
    imports: imports.map((script) => `${base}${script}`),
    words: { zh_CN: fileOf('words/zh-cn.labels.ts'), zh_TW: fileOf('words/zh-tw.labels.ts'), en_US: fileOf('words/en-us.labels.ts') },
  };
};

/** The whole document. Its script finds `start` in it, and goes on from the HTML that is there. */
export const documentOf = (start: PageStart, { title, html, scripts }: FirstHtml & { readonly scripts: PageScripts }): string =>
  [
    `<!doctype html><html lang="${languages[start.language]}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="robots" content="noindex"><meta name="format-detection" content="telephone=no"><meta name="color-scheme" content="light dark">',
    `<title>${escaped(title)}</title>`,
    ...scripts.styles.map((file) => `<link rel="stylesheet" href="${file}">`),
    ...[...scripts.imports, scripts.words[start.language]].map((file) => `<link rel="modulepreload" href="${file}">`),
    `<link rel="icon" type="image/svg+xml" href="/mark.svg"><script type="module" src="${scripts.entry}"></script></head>`,
    `<body><div id="root">${html}</div><script type="application/json" id="start">${scriptText(start)}</script></body></html>`,
  ].join('');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** JSON that cannot end the element in which it stands. */
const scriptText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
