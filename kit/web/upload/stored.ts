/** A file the server keeps. */
export interface StoredFile {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes?: number | undefined;
}

/** The name of a stored file, as far as its path tells. */
export const nameOf = (path: string): string => path.split('/').at(-1) ?? path;

/** Paths that a field keeps as one text, separated by commas. */
export const filesOf = (paths: string | null | undefined): readonly StoredFile[] =>
  (paths ?? '')
    .split(',')
    .filter(Boolean)
    .map((path) => ({ path, name: nameOf(path) }));
export const pathsIn = (files: readonly StoredFile[]): string | null => files.map(({ path }) => path).join(',') || null;

const PICTURE = /\.(png|jpe?g|webp)$/i;
const EMBEDDED = /^data:image\/(png|jpeg|webp|gif);base64,/i;
/** A picture that is its own address. */
export const isEmbedded = (path: string): boolean => EMBEDDED.test(path);
export const isPicture = (path: string): boolean => PICTURE.test(path) || isEmbedded(path);
