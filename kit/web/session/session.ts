import { writeStored, readStored, storageKeys } from '../storage.ts';
import { createStore, persistedStore, useStore } from '../store.ts';

/** Who is signed in, as the server described them. For display only: the server decides from its own record. */
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
  /** A new password is asked for. */
  readonly passwordDue?: boolean;
  /** The days until then, when they are few. */
  readonly passwordDaysLeft?: number | null;
  /** Currency of amounts that do not name their own. */
  readonly currency?: string | null;
  /** The department they work in at the moment, and its name. */
  readonly orgCode?: string | null;
  readonly orgCodeTxt?: string | null;
}

export interface Session {
  readonly token: string;
  readonly viewer: Viewer;
  /** Epoch ms after which this browser forgets it. */
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
/** The page is loaded afresh at the end of a session, so what the sign-in page has to say of it outlives that. */
function readSignOutReason(): 'expired' | UnconfirmedLogout | null {
  try {
    const stored = window.sessionStorage.getItem(SIGN_OUT_REASON);
    if (stored?.startsWith(UNCONFIRMED)) return { unheard: stored.slice(UNCONFIRMED.length) };
    return stored === 'expired' ? stored : null;
  } catch {
    return null;
  }
}
const storeSignOutReason = (reason: SignOutReason | null): void => {
  const stored = reason === 'expired' ? reason : typeof reason === 'object' && reason !== null ? `${UNCONFIRMED}${reason.unheard}` : null;
  try {
    if (stored === null) window.sessionStorage.removeItem(SIGN_OUT_REASON);
    else window.sessionStorage.setItem(SIGN_OUT_REASON, stored);
  } catch {
    // The sign-in page then says nothing of it.
  }
};

/** `told`: a dialog has said why. `menuFailed`: the pages of the viewer could not be read. `choiceFailed`: the tenant or department they chose was refused. */
export type SignOutReason = 'left' | 'told' | 'expired' | 'menuFailed' | 'choiceFailed' | UnconfirmedLogout;

/** Somebody signed out, and the server could not be told, for this reason. */
interface UnconfirmedLogout {
  readonly unheard: string;
}

/** Why the last session ended; the sign-in page tells it, unless the viewer wanted to go. */
export const signOutReasonStore = createStore<SignOutReason | null>(readSignOutReason());

export const useViewer = (): Viewer | undefined => useStore(sessionStore)?.viewer;

export const beginSession = (token: string, viewer: Viewer): void => {
  writeStored(storageKeys.viewer, JSON.stringify(viewer));
  storeSignOutReason(null);
  signOutReasonStore.set(null);
  sessionStore.set({ token, viewer, until: Date.now() + SESSION_MS });
};

/** The same person, described anew. */
export const describeViewer = (viewer: Viewer): void => {
  const session = sessionStore.get();
  if (!session) return;
  writeStored(storageKeys.viewer, JSON.stringify(viewer));
  sessionStore.set({ ...session, viewer });
};

/** The server has given this session another token; other tabs read it from storage. */
export const renewToken = (token: string): void => {
  const session = sessionStore.get();
  if (session) sessionStore.set({ ...session, token });
};

/** Another tab, or a call that is still on its way here, learns the new token within this time. */
const RENEWAL_MS = 3_000;

/** The token that has taken the place of one; undefined when none comes. */
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
/** The tenant the viewer narrows to; `0` is none. */
export const tenantHeader = (): string => readStored(storageKeys.tenant) ?? '0';
