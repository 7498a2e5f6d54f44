/** The files of a page that a bundler has built, relative to its folder. */
export interface BuiltChunk {
  readonly file: string;
  readonly css: readonly string[];
  /** Scripts that the file imports. */
  readonly imports: readonly string[];
}

/** Reads a chunk by its source from the manifest that the bundler wrote. Throws when the build lacks it. */
export const chunkOf = (manifest: string, source: string): BuiltChunk => {
  const chunks: unknown = JSON.parse(manifest);
  const chunk = valueAt(chunks, source);
  if (chunk === undefined) throw new Error(`the build of the page has no ${source}`);
  return {
    file: textAt(chunk, 'file'),
    css: listAt(chunk, 'css'),
    imports: listAt(chunk, 'imports').map((name) => textAt(valueAt(chunks, name), 'file')),
  };
};

const valueAt = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? Object.entries(from).find(([key]) => key === name)?.[1] : undefined;

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '');
const textAt = (from: unknown, name: string): string => textOr(valueAt(from, name));

const listAt = (from: unknown, name: string): readonly string[] => {
  const list = valueAt(from, name);
  return Array.isArray(list) ? list.map(textOr) : [];
};
