import { text } from '#kit/fields/field.ts';
import { endpoint, nothing, opaque, words } from '#kit/resource/endpoint.ts';
import type { Viewer } from '#kit/web/session.ts';
import type { PermissionRule } from '#kit/web/may.ts';
import type { MenuNode } from './shell/menu.ts';

export interface SignInAnswer {
  readonly token: string;
  readonly userInfo: Viewer;
}

/** What the shell itself asks the server for. */
export const shellApi = {
  signIn: endpoint({ method: 'POST', path: '/sys/login', allow: 'public', input: { username: text({ min: 1, max: 64 }), password: text({ min: 1, max: 128 }) }, output: opaque<SignInAnswer>() }),
  signOut: endpoint({ method: 'POST', path: '/sys/logout', allow: 'signedIn', input: {}, output: nothing() }),
  menu: endpoint({
    method: 'GET', path: '/sys/permission/getUserPermissionByToken', allow: 'signedIn', input: {},
    output: opaque<{ readonly menu: readonly MenuNode[]; readonly auth: readonly PermissionRule[]; readonly allAuth: readonly PermissionRule[] }>(),
  }),
  changePassword: endpoint({
    method: 'POST', path: '/sys/user/updatePassword', allow: 'signedIn',
    input: { username: text({ max: 64 }), oldpassword: text({ max: 128 }), password: text({ min: 10, max: 128 }), confirmpassword: text({ max: 128 }) },
    output: words(),
  }),
};
