import { call } from '#kit/web/calls/client.ts';
import { areaApi } from './area.ts';
import type { Area } from './area.ts';

/** A city that is its own province is named once. */
export const pathName = (way: readonly Area[]): string =>
  way
    .map(({ name }) => name)
    .filter((name, index, names) => name !== names[index - 1])
    .join(' / ');

/** The names of areas by their codes, each with its province and city. */
export const pathNames = async (codes: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const paths = await call(areaApi.queryAreaPaths, { ids: codes.join(',') });
  return new Map(paths.flatMap(({ id, way }) => (way.length > 0 ? [[id, pathName(way)] as const] : [])));
};
