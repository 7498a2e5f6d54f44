/** The paths in a list of files on the wire, without duplicates; undefined for an invalid list. */
export const attachedPaths = (value: unknown): readonly string[] | undefined => {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return undefined;
  const paths = value.map((file: unknown) => (typeof file === 'object' && file !== null && 'path' in file ? file.path : undefined));
  return paths.every((path) => typeof path === 'string') ? [...new Set(paths)] : undefined;
};
