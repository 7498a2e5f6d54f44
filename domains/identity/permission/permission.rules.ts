import { fieldPrefix } from '#kit/resource/rights/rights.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { fillUrl, isAddress, mayFrame, SAMPLE_URL_VALUES } from '../menu/menu-url.rules.ts';
import type { permissionRefusals } from './permission.labels.ts';
import { menuType as menuTypes, permsType } from './permission.codes.ts';

type PermissionRefusal = keyof typeof permissionRefusals;
const ROOT = menuTypes.items.root.value;

/** The target of a menu entry. */
interface PermissionTarget {
  readonly menuType: number;
  readonly url: string | null;
  readonly component: string | null;
  readonly internalOrExternal: number;
}

/** Checks that an entry leads to an existing page, to a web address in its own window, or to one that the operator allows in a frame. */
export const checkTarget = (
  entry: PermissionTarget,
  allowed: { readonly components: readonly string[]; readonly frameOrigins: readonly string[] },
): Verdict<true, PermissionRefusal> => {
  const { menuType, url, component, internalOrExternal } = entry;
  if (url === null) return deny('permission.needsUrl');
  if (isAddress(url)) {
    if (fillUrl(url, SAMPLE_URL_VALUES) === undefined) return deny('permission.badUrl');
    return internalOrExternal === 1 || mayFrame(url, allowed.frameOrigins) ? allow(true) : deny('permission.notFramed');
  }
  if (!/^\/[\w/:.-]+$/.test(url)) return deny('permission.badUrl');
  return menuType === ROOT || allowed.components.includes(component ?? '')
    ? allow(true)
    : deny('permission.unknownPage', { component: component ?? '' });
};

/** The code of a field rule by its strategy: without the permission the field is hidden or locked. */
export const fieldCode = (rule: { readonly noun: string; readonly field: string; readonly permsType: string }): string =>
  `${rule.permsType === permsType.items.shows.value ? fieldPrefix.see(rule.noun) : fieldPrefix.set(rule.noun)}${rule.field}`;
