/** A file that the server stores. */
export interface StoredFile {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes?: number | undefined;
}

/** The last part of a stored file's path. */
export const nameOf = (path: string): string => path.split('/').at(-1) ?? path;

/** The files of a text with paths separated by commas. */
export const filesOf = (paths: string | null | undefined): readonly StoredFile[] =>
  (paths ?? '')
    .split(',')
    .filter(Boolean)
    .map((path) => ({ path, name: nameOf(path) }));
export const pathsIn = (files: readonly StoredFile[]): string | null => files.map(({ path }) => path).join(',') || null;

const PICTURE = /\.(png|jpe?g|webp)$/i;
const EMBEDDED = /^data:image\/(png|jpeg|webp|gif);base64,/i;
/** Whether a path is a `data:` URL of a picture. */
export const isEmbedded = (path: string): boolean => EMBEDDED.test(path);
export const isPicture = (path: string): boolean => PICTURE.test(path) || isEmbedded(path);
