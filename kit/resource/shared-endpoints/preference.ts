import { json, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '../endpoint.ts';

/** Preferences of a user, stored on the server. The server does not check their content. */
export const preferenceApi = {
  all: endpoint({ method: 'GET', path: '/sys/preference/all', allow: 'signedIn', input: {}, output: opaque<Readonly<Record<string, unknown>>>() }),
  save: endpoint({
    method: 'PUT',
    path: '/sys/preference/save',
    allow: 'signedIn',
    /** Without a value the preference is deleted. */
    input: { name: text({ min: 1, max: 100 }), value: optional(json()) },
    output: words(),
  }),
};
