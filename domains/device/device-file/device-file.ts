import { text } from '#kit/fields/field.ts';
import { endpoint, file, words } from '#kit/resource/endpoint.ts';

/** 32 random bytes, base64url. */
const tokenField = text({ min: 43, max: 43 });

/** The path below the base path that a pile reaches. */
export const deviceFilePath = (token: string): string => `/device/file/${token}`;

export const deviceFileApi = {
  /** The file behind an address that was sent to one pile. The address is void once the whole file was fetched, or after the deadline of its upgrade. */
  fetch: endpoint({
    method: 'GET',
    path: deviceFilePath(':token'),
    allow: 'public',
    noTransaction: true,
    unlogged: true,
    input: { token: tokenField },
    output: file(),
  }),
  /** Stores a log under an address that was sent to one pile. The body is the file, of any type, or a form with one file. */
  store: endpoint({
    method: 'PUT',
    alsoMethod: 'POST',
    path: deviceFilePath(':token'),
    allow: 'public',
    noTransaction: true,
    unlogged: true,
    upload: 'stream',
    input: { token: tokenField },
    output: words(),
  }),
  /** The same for stations that append the name of the file, as OCPP says. */
  storeNamed: endpoint({
    method: 'PUT',
    alsoMethod: 'POST',
    path: `${deviceFilePath(':token')}/:fileName`,
    allow: 'public',
    noTransaction: true,
    unlogged: true,
    upload: 'stream',
    input: { token: tokenField, fileName: text({ min: 1, max: 255 }) },
    output: words(),
  }),
};
