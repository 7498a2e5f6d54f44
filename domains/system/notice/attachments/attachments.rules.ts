/** The paths of a list of files as it comes over the wire, each once; undefined for what is no such list. */
export const attachedPaths = (told: unknown): readonly string[] | undefined => {
  if (told === null || told === undefined) return [];
  if (!Array.isArray(told)) return undefined;
  const paths = told.map((one: unknown) => (typeof one === 'object' && one !== null && 'path' in one ? one.path : undefined));
  return paths.every((path) => typeof path === 'string') ? [...new Set(paths)] : undefined;
};
