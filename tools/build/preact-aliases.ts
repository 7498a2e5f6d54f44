/** React is written, Preact is loaded: an eighth of the bytes on a phone. The more special names come first, because the others begin them. */
export const aliases = [
  { find: /^react\/jsx-runtime$/u, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/u, replacement: 'preact/compat/client' },
  { find: /^react-dom$/u, replacement: 'preact/compat' },
  { find: /^react$/u, replacement: 'preact/compat' },
] as const;
