import type { Plugin } from 'vite';

/** antd's rules with the theme, and the product's own. */
const STYLES = ['styles.css', 'rules.css'];

/**
 * Names the scripts of the app and the stylesheets in the page itself, so that they are loaded together with the first script; Vite does this for
 * static imports only.
 */
export const preloadApp: Plugin = {
  name: 'preload-app',
  transformIndexHtml: (html, { bundle = {} }) => {
    const parts = Object.values(bundle);
    const scripts = parts
      .flatMap((part) => (part.type === 'chunk' && part.name === 'app' ? [part.fileName, ...part.imports] : []))
      .filter((file) => !html.includes(file))
      .map((file) => ({ rel: 'modulepreload', href: `./${file}` }));
    const styles = parts
      .filter((part) => part.type === 'asset' && STYLES.some((name) => part.names.includes(name)))
      .map((part) => ({ rel: 'preload', as: 'style', href: `./${part.fileName}` }));
    return [...scripts, ...styles].map((attrs) => ({ tag: 'link', attrs: { crossorigin: true, ...attrs }, injectTo: 'head' }));
  },
};
