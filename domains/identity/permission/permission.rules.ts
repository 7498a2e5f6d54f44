import { fieldPrefix } from '#kit/resource/rights/rights.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { fillUrl, isAddress, mayFrame, SAMPLE_URL_VALUES } from '../menu/menu-url.rules.ts';
import type { permissionRefusals } from './permission.labels.ts';
import { menuType as menuTypes, permsType } from './permission.codes.ts';

type PermissionRefusal = keyof typeof permissionRefusals;
const ROOT = menuTypes.items.root.value;

/** What an entry says of where it leads. */
interface PermissionTarget {
  readonly menuType: number;
  readonly url: string | null;
  readonly component: string | null;
  readonly internalOrExternal: number;
}

/** An entry leads to a page there is, to an address of the web in a window of its own, or to one the operator lets be framed. */
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

/** The code of a field rule by its strategy: who lacks it does not see the field, or does not write it. */
export const fieldCode = (rule: { readonly noun: string; readonly field: string; readonly permsType: string }): string =>
  `${rule.permsType === permsType.items.shows.value ? fieldPrefix.see(rule.noun) : fieldPrefix.set(rule.noun)}${rule.field}`;
