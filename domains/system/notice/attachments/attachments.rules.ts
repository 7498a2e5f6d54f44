/** The paths of a list of files as it comes over the wire, each once; undefined for what is no such list. */
export const attachedPaths = (value: unknown): readonly string[] | undefined => {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return undefined;
  const paths = value.map((file: unknown) => (typeof file === 'object' && file !== null && 'path' in file ? file.path : undefined));
  return paths.every((path) => typeof path === 'string') ? [...new Set(paths)] : undefined;
};
