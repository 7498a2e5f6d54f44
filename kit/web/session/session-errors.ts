import { endSession, sessionStore } from './session.ts';
import { createStore } from '../store.ts';

/** A failed call that concerns the whole product and not only its page. */
export interface SessionError {
  /** `ended`: someone's action ended the session, and `message` names the action. */
  readonly kind: 'signedOut' | 'ended' | 'expired' | 'forbidden';
  readonly message: string;
  /** Distinguishes two errors of the same kind. */
  readonly at: number;
}

/** The newest error, which `SessionErrorRoot` shows. */
export const sessionErrorStore = createStore<SessionError | null>(null);

interface Failure {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly refusal: string | undefined;
  /** The token that the call sent. */
  readonly token: string | undefined;
}

/** The messages with which older servers answer 500 when a session is over: the token or the sign-in has expired, or the user is unknown. */
const EXPIRED = new RegExp(
  [
    'token ?(已?(失效|过期|過期)|无效|無效|非法)',
    '(登录|登錄|登入)(信息|資訊)?已?(过期|過期|失效)',
    '(认证|認證)(未|不)(通过|通過)',
    'token is invalid|token (has |is )?expired',
    'authentication (has )?not passed',
    'log-?in (has )?expired',
  ].join('|'),
  'i',
);

/** Refusals with this prefix name the action that ended the session; those with `session.` say that it expired. */
const ENDED = 'ended.';
const TIME_OVER = 'session.';

/** The message of an ended session is shown this long before the page is left. */
const LEAVE_MS = 1_500;

/** The token whose end has been shown; later failures with the same token are ignored. */
let ended: string | undefined;

/** Decides whether a failed call concerns the whole product. Of any number of simultaneous failures, one is shown. */
export const reportSessionError = ({ status, code, message, refusal, token }: Failure): void => {
  if (status === 403 || code === 403) return sessionErrorStore.set({ kind: 'forbidden', message, at: Date.now() });
  const [is401, is500] = [status === 401 || code === 401, (status === 500 || code === 500) && EXPIRED.test(message)];
  if (token === undefined || token === ended || sessionStore.get()?.token !== token) return undefined;
  if (!is401 && !is500) return undefined;
  ended = token;
  const kind = refusal?.startsWith(ENDED) ? 'ended' : is401 ? 'signedOut' : 'expired';
  sessionErrorStore.set({ kind, message: kind === 'signedOut' && !refusal?.startsWith(TIME_OVER) ? '' : message, at: Date.now() });
  // When someone's action ended the session, the message stays until the viewer confirms it.
  if (kind === 'signedOut') setTimeout(goToSignIn, LEAVE_MS);
  return undefined;
};

/** Ends the session and loads the sign-in page, which leads back to the current address. */
export const goToSignIn = (): void => {
  const { hash } = window.location;
  if (sessionStore.get()?.token === ended) endSession(sessionErrorStore.get()?.kind === 'ended' ? 'told' : 'expired');
  sessionErrorStore.set(null);
  loadSignIn(hash);
};

/** True while the sign-in page is loading; meanwhile nothing else is drawn. */
export const signInLoadsStore = createStore(false);

/** Reloads the window as the sign-in page, so that no data stays in its memory; signing in leads back to `hash`. */
export const loadSignIn = (hash: string): void => {
  const currentPath = hash.replace(/^#/, '');
  if (!currentPath.startsWith(SIGN_IN))
    window.history.replaceState(null, '', `#${SIGN_IN}${currentPath.length > 1 ? `?redirect=${encodeURIComponent(currentPath)}` : ''}`);
  signInLoadsStore.set(true);
  window.location.reload();
};
const SIGN_IN = '/user/login';
