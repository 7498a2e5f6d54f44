import { writeStored, readStored, storageKeys } from '../storage.ts';
import { createStore, persistedStore, useStore } from '../store.ts';

/** The signed-in user as the server describes them. Only for display: the server decides by its own record. */
export interface Viewer {
  readonly id?: string;
  readonly username: string;
  readonly realname: string;
  /** 70 big customer, 80 station, 90 agent, 100 tenant, 999 platform. */
  readonly roleLevel: number;
  readonly tenantId?: string | null;
  readonly agentId?: string | null;
  readonly stationId?: string | null;
  readonly avatar?: string | null;
  /** The user has to set a new password. */
  readonly passwordDue?: boolean;
  /** The days until then, when only a few remain. */
  readonly passwordDaysLeft?: number | null;
  /** The currency of amounts without one of their own. */
  readonly currency?: string | null;
  /** The code and the name of the user's current department. */
  readonly orgCode?: string | null;
  readonly orgCodeTxt?: string | null;
}

export interface Session {
  readonly token: string;
  readonly viewer: Viewer;
  /** The time, in epoch ms, at which this browser deletes the entry. */
  readonly until: number;
}

const SESSION_MS = 604_800_000;

const readSession = (text: string | null): Session | null => {
  if (text === null) return null;
  try {
    const { token, until } = JSON.parse(text) as { token?: unknown; until?: unknown };
    const viewer = JSON.parse(readStored(storageKeys.viewer) ?? 'null') as Viewer | null;
    return typeof token === 'string' && typeof until === 'number' && until > Date.now() && viewer !== null ? { token, until, viewer } : null;
  } catch {
    return null;
  }
};

export const sessionStore = persistedStore<Session | null>({
  key: storageKeys.token,
  read: readSession,
  write: (session) => session && JSON.stringify({ token: session.token, until: session.until }),
});

const SIGN_OUT_REASON = 'session-ending';
const UNCONFIRMED = 'unheard ';
/** The end of a session reloads the page, so the reason is stored for the sign-in page. */
function readSignOutReason(): 'expired' | UnconfirmedLogout | null {
  try {
    const stored = window.sessionStorage.getItem(SIGN_OUT_REASON);
    if (stored?.startsWith(UNCONFIRMED)) return { failure: stored.slice(UNCONFIRMED.length) };
    return stored === 'expired' ? stored : null;
  } catch {
    return null;
  }
}
const storeSignOutReason = (reason: SignOutReason | null): void => {
  const stored = reason === 'expired' ? reason : typeof reason === 'object' && reason !== null ? `${UNCONFIRMED}${reason.failure}` : null;
  try {
    if (stored === null) window.sessionStorage.removeItem(SIGN_OUT_REASON);
    else window.sessionStorage.setItem(SIGN_OUT_REASON, stored);
  } catch {
    // Without storage, the sign-in page shows no reason.
  }
};

/**
 * `told`: a dialog has given the reason. `menuFailed`: the viewer's menu could not be loaded. `choiceFailed`: the chosen tenant or department was
 * refused.
 */
export type SignOutReason = 'left' | 'told' | 'expired' | 'menuFailed' | 'choiceFailed' | UnconfirmedLogout;

/** The user signed out, but the server could not be reached, for this reason. */
interface UnconfirmedLogout {
  readonly failure: string;
}

/** Why the last session ended. The sign-in page shows it, unless the user signed out. */
export const signOutReasonStore = createStore<SignOutReason | null>(readSignOutReason());

export const useViewer = (): Viewer | undefined => useStore(sessionStore)?.viewer;

export const beginSession = (token: string, viewer: Viewer): void => {
  writeStored(storageKeys.viewer, JSON.stringify(viewer));
  storeSignOutReason(null);
  signOutReasonStore.set(null);
  sessionStore.set({ token, viewer, until: Date.now() + SESSION_MS });
};

/** Updates the description of the signed-in user. */
export const describeViewer = (viewer: Viewer): void => {
  const session = sessionStore.get();
  if (!session) return;
  writeStored(storageKeys.viewer, JSON.stringify(viewer));
  sessionStore.set({ ...session, viewer });
};

/** The server has given this session a new token; other tabs read it from storage. */
export const renewToken = (token: string): void => {
  const session = sessionStore.get();
  if (session) sessionStore.set({ ...session, token });
};

/** The longest time until another tab, or a running call, has stored a new token. */
const RENEWAL_MS = 3_000;

/** The token that replaces this one; undefined when none arrives. */
export const tokenAfter = (token: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const checkToken = (): void => {
      const currentToken = sessionStore.get()?.token;
      if (currentToken !== token) finish(currentToken);
    };
    const finish = (next: string | undefined): void => {
      stop();
      clearTimeout(timer);
      resolve(next);
    };
    const stop = sessionStore.subscribe(checkToken);
    const timer = setTimeout(() => finish(undefined), RENEWAL_MS);
    checkToken();
  });

export const endSession = (reason: SignOutReason): void => {
  writeStored(storageKeys.viewer, null);
  writeStored(storageKeys.tenant, null);
  storeSignOutReason(reason);
  writeStored(storageKeys.dictionaries, null);
  signOutReasonStore.set(reason);
  sessionStore.set(null);
};

export const narrowToTenant = (tenantId: string): void => writeStored(storageKeys.tenant, tenantId);
/** The tenant to which the viewer restricts the pages; `0` for none. */
export const tenantHeader = (): string => readStored(storageKeys.tenant) ?? '0';
