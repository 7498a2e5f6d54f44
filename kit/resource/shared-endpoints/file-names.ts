import { longText } from '#kit/fields/field.ts';
import { endpoint, opaque } from '../endpoint.ts';

export interface FileName {
  readonly path: string;
  readonly name: string;
}

/** The largest number of files in one call. */
export const NAMES_MAX = 100;

/** Returns the original names of stored files by their paths. A file that the viewer may not see has no name. */
export const fileNames = endpoint({
  method: 'GET',
  path: '/sys/common/names',
  allow: 'signedIn',
  input: { paths: longText({ min: 1, max: 12_000 }) },
  output: opaque<readonly FileName[]>(),
});
