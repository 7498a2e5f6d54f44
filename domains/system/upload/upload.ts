import { optional, text } from '#kit/fields/field.ts';
import { endpoint, file, words } from '#kit/resource/endpoint.ts';

/** What one person may upload. */
export const uploadBounds = {
  fileBytes: 5 * 1024 * 1024,
  sidePx: 8_000,
  areaPx: 40_000_000,
  filesPerDay: 300,
  bytesPerDay: 200 * 1024 * 1024,
} as const;

export const uploadApi = {
  /** Keeps a picture and answers the path under which it is read. `biz` is the noun it belongs to and becomes its folder; another word means `temp`. */
  upload: endpoint({
    method: 'POST',
    path: '/sys/common/upload',
    allow: 'signedIn',
    upload: true,
    input: { biz: optional(text({ max: 64 })) },
    output: words(),
  }),
  /** A kept picture. */
  static: endpoint({ method: 'GET', path: '/sys/common/static/*', allow: 'signedIn', input: { '*': text({ min: 1, max: 255 }) }, output: file() }),
  /** A file the program made for this person, such as the bad rows of an import. */
  made: endpoint({ method: 'GET', path: '/sys/common/made/:name', allow: 'signedIn', input: { name: text({ min: 1, max: 64 }) }, output: file() }),
};
