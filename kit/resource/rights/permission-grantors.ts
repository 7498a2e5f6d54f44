import { text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '../endpoint.ts';

/** Who could give a right: roles of the asker's own tenant, with the people where the asker may know them, or the platform. */
export interface PermissionGrantors {
  readonly people: readonly { readonly realname: string | null; readonly roleName: string }[];
  readonly platform: boolean;
}

/** Asked by what is disabled. */
export const permissionGrantors = endpoint({
  method: 'GET',
  allow: 'signedIn',
  path: '/sys/permission/givers',
  input: { perms: text({ min: 1, max: 120 }) },
  output: opaque<PermissionGrantors>(),
});
