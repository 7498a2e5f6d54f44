import { useCallback } from 'react';
import { controlState, readRights } from '#kit/resource/rights/rights.ts';
import type { ViewerRights, RightsRule } from '#kit/resource/rights/rights.ts';
import { createStore, useStore } from '../store.ts';

export const permissionStore = createStore<ViewerRights>(readRights([], []));

/** `ok`, or the missing permission with its name and code. `removed`: the rule hides the control instead of disabling it. */
export type PermissionCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly lacks: string; readonly code: string; readonly removed: boolean };

const ok: PermissionCheck = { ok: true };

/** Decides what controls show. The server checks each call again. */
export const checkPermission = (rights: ViewerRights, allow: string): PermissionCheck => {
  if (allow === 'signedIn' || allow === 'public') return ok;
  const outcome = controlState(rights, allow);
  return outcome === 'shown' ? ok : { ok: false, lacks: permissionName(rights.rules.get(allow), allow), code: allow, removed: outcome === 'removed' };
};

/** The name of a permission with its code. */
export const permissionName = (rule: RightsRule | undefined, code: string): string => (rule?.describe ? `${rule.describe} (${code})` : code);

/** `may('station:edit')` or `may(endpoint.allow)`. */
export const usePermission = (): ((allow: string) => PermissionCheck) => {
  const permissions = useStore(permissionStore);
  return useCallback((allow: string) => checkPermission(permissions, allow), [permissions]);
};
