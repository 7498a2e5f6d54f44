import { longText } from '#kit/fields/field.ts';
import { endpoint, opaque } from '../endpoint.ts';

export interface FileName {
  readonly path: string;
  readonly name: string;
}

/** Most keys whose names are asked for at once. */
export const NAMES_MAX = 100;

/** The names that kept files came with, asked by their paths in one text; a file that somebody may not see has none. */
export const fileNames = endpoint({
  method: 'GET',
  path: '/sys/common/names',
  allow: 'signedIn',
  input: { paths: longText({ min: 1, max: 12_000 }) },
  output: opaque<readonly FileName[]>(),
});
