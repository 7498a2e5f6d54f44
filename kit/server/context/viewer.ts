import type { Language } from '#kit/fields/words.ts';
import { networkLevels } from '#kit/resource/scope.ts';

/** The levels of data scope, widest first. */
export const scopeLevels = [...networkLevels, 'customer'] as const;
export type ScopeLevel = (typeof scopeLevels)[number];

/** `all`: no restriction at this level besides those of wider levels. */
export type VisibleIds = 'all' | readonly string[];

/** The user who sent the request. Read from the session on every request, never from the request's content. */
export interface Viewer {
  readonly userId: string;
  readonly username: string;
  readonly realname: string;
  /** 70 big customer, 80 station, 90 agent, 100 tenant, 999 platform. */
  readonly roleLevel: number;
  readonly sees: Readonly<Record<ScopeLevel, VisibleIds>>;
  readonly permissions: ReadonlySet<string>;
  readonly language: Language;
  /** Codes of active field rules whose permission the viewer lacks: `station:see:phone` hides the field, `station:set:phone` locks it. */
  readonly limits?: ReadonlySet<string>;
  /** Until when the viewer counts as recently authenticated. Undefined for a viewer without a session, who is never asked. */
  readonly provedUntilMs?: number;
  /** Changes when the menu or the rules change. */
  readonly rightsVersion?: string;
}

/** The viewer of a request without a session, who sees nothing and has no permissions. */
export const anonymousViewer: Viewer = {
  userId: '0',
  username: '',
  realname: '',
  roleLevel: 0,
  sees: { tenant: [], agent: [], station: [], customer: [] },
  permissions: new Set(),
  language: 'en_US',
};

/** Whether the viewer has a permission. The role of the platform may hold `*`. */
export const hasPermission = (viewer: Viewer, permission: string): boolean => viewer.permissions.has(permission) || viewer.permissions.has('*');

/** The only id that the viewer sees at a level; undefined when there are none, several or all. */
export const singleId = (visibleIds: VisibleIds): string | undefined => (visibleIds !== 'all' && visibleIds.length === 1 ? visibleIds[0] : undefined);
