import type { Language } from '#kit/fields/words.ts';
import { networkLevels } from '#kit/resource/scope.ts';

/** The levels of data scope, widest first. */
export const scopeLevels = [...networkLevels, 'customer'] as const;
export type ScopeLevel = (typeof scopeLevels)[number];

/** `all`: no limit at this level beyond those of the wider ones. */
export type VisibleIds = 'all' | readonly string[];

/** Who asks. Read from the session on every request, never from what the client sends. */
export interface Viewer {
  readonly userId: string;
  readonly username: string;
  readonly realname: string;
  /** 70 big customer, 80 station, 90 agent, 100 tenant, 999 platform. */
  readonly roleLevel: number;
  readonly sees: Readonly<Record<ScopeLevel, VisibleIds>>;
  readonly permissions: ReadonlySet<string>;
  readonly language: Language;
  /** Codes of field rules in force that the viewer does not hold: `station:see:phone` is not shown, `station:set:phone` not written. */
  readonly limits?: ReadonlySet<string>;
  /** Until when what asks for a fresh proof may be done; never asked of a viewer without a session. */
  readonly provedUntilMs?: number;
  /** Changes when the records of menus and rules do. */
  readonly rightsVersion?: string;
}

/** Who asks without a session: sees nothing and may nothing. */
export const anonymousViewer: Viewer = {
  userId: '0',
  username: '',
  realname: '',
  roleLevel: 0,
  sees: { tenant: [], agent: [], station: [], customer: [] },
  permissions: new Set(),
  language: 'en_US',
};

/** Whether the viewer holds a permission; the platform's own role may hold `*`. */
export const hasPermission = (viewer: Viewer, permission: string): boolean => viewer.permissions.has(permission) || viewer.permissions.has('*');

/** The one id the viewer sees at a level, when it is exactly one. */
export const singleId = (sees: VisibleIds): string | undefined => (sees !== 'all' && sees.length === 1 ? sees[0] : undefined);
