import { text } from '#kit/fields/field.ts';
import { endpoint, file } from '#kit/resource/endpoint.ts';

/** The path below the base path that a pile fetches. */
export const deviceFilePath = (token: string): string => `/device/file/${token}`;

export const deviceFileApi = {
  /** The file behind an address that was sent to one pile. The address is void once the whole file was fetched, or after the deadline of its upgrade. */
  fetch: endpoint({
    method: 'GET',
    path: deviceFilePath(':token'),
    allow: 'public',
    noTransaction: true,
    unlogged: true,
    input: { token: text({ min: 43, max: 43 }) },
    output: file(),
  }),
};
