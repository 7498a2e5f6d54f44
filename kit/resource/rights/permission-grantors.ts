import { text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '../endpoint.ts';

/** Who can grant a permission: roles of the viewer's tenant, with their users if the viewer may see them, or the platform. */
export interface PermissionGrantors {
  readonly people: readonly { readonly realname: string | null; readonly roleName: string }[];
  readonly platform: boolean;
}

/** Called by disabled controls. */
export const permissionGrantors = endpoint({
  method: 'GET',
  allow: 'signedIn',
  path: '/sys/permission/givers',
  input: { perms: text({ min: 1, max: 120 }) },
  output: opaque<PermissionGrantors>(),
});
