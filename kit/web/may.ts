import { useCallback } from 'react';
import { createStore, useStore } from './store.ts';

/** A rule that exists: `status` "0" is switched off and restricts nobody. */
export interface PermissionRule {
  /** One or more codes, separated by commas. */
  readonly action: string;
  readonly describe?: string | null;
  readonly type?: string;
  readonly status?: string;
}

export interface Permissions {
  readonly granted: ReadonlySet<string>;
  readonly rules: ReadonlyMap<string, PermissionRule>;
}

const nothing: Permissions = { granted: new Set(), rules: new Map() };
export const permissionStore = createStore<Permissions>(nothing);

const codesOf = (rule: PermissionRule): readonly string[] =>
  rule.action
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);

/** Reads `auth` (what the viewer holds) and `allAuth` (what exists) of the menu answer. */
export const readPermissions = (auth: readonly PermissionRule[], allAuth: readonly PermissionRule[]): Permissions => ({
  granted: new Set(auth.flatMap(codesOf)),
  rules: new Map(allAuth.flatMap((rule) => codesOf(rule).map((code) => [code, rule] as const))),
});

/** `ok`, or the missing permission by its name and code. */
export type May = { readonly ok: true } | { readonly ok: false; readonly lacks: string };

const ok: May = { ok: true };

/** What the buttons show. The server decides again on every call. */
export const mayDo = ({ granted, rules }: Permissions, allow: string): May => {
  if (allow === 'signedIn' || allow === 'public' || granted.has(allow) || granted.has('*')) return ok;
  const rule = rules.get(allow);
  if (rule?.status === '0') return ok;
  return { ok: false, lacks: rule?.describe ? `${rule.describe} (${allow})` : allow };
};

/** `may('station:edit')` or `may(endpoint.allow)`. */
export const useMay = (): ((allow: string) => May) => {
  const permissions = useStore(permissionStore);
  return useCallback((allow: string) => mayDo(permissions, allow), [permissions]);
};

const none: ReadonlySet<string> = new Set();

/** What of an editable table a viewer does without: columns and buttons whose code, behind the prefix, is in force and not granted. */
export const withheld = ({ granted, rules }: Permissions, prefix: string | undefined): ReadonlySet<string> => {
  if (prefix === undefined || prefix === '' || granted.has('*')) return none;
  const start = prefix.endsWith(':') ? prefix : `${prefix}:`;
  const lacking = [...rules].filter(([code, { status }]) => code.startsWith(start) && status !== '0' && !granted.has(code));
  return new Set(lacking.map(([code]) => code.slice(start.length)));
};
