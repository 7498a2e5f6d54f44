import { json, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '../endpoint.ts';

/** What one person likes, kept for them wherever they sign in; the server does not look into it. */
export const preferenceApi = {
  all: endpoint({ method: 'GET', path: '/sys/preference/all', allow: 'signedIn', input: {}, output: opaque<Readonly<Record<string, unknown>>>() }),
  save: endpoint({
    method: 'PUT',
    path: '/sys/preference/save',
    allow: 'signedIn',
    /** Without a value it is forgotten. */
    input: { name: text({ min: 1, max: 100 }), value: optional(json()) },
    output: words(),
  }),
};
