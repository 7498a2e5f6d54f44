import { endSession, sessionStore } from './session.ts';
import { createStore } from '../store.ts';

/** What a failed call has to tell the whole product, beside its own page. */
export interface SessionError {
  /** `ended`: somebody's act is why the session is over, and `message` says which. */
  readonly kind: 'signedOut' | 'ended' | 'expired' | 'forbidden';
  readonly message: string;
  /** Tells two troubles of one kind apart. */
  readonly at: number;
}

/** The newest trouble; `TroubleRoot` shows it. */
export const sessionErrorStore = createStore<SessionError | null>(null);

interface Failure {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly refusal: string | undefined;
  /** The token the call went with. */
  readonly token: string | undefined;
}

/** The texts older servers put into a 500 when a session is over: the token is not valid or too old, the sign-in is, or nobody has been recognised. */
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

/** Refusals that say whose act has ended the session; `session.…` say that its time was over. */
const ENDED = 'ended.';
const TIME_OVER = 'session.';

/** How long the words of an ended session stand before the page goes. */
const LEAVE_MS = 1_500;

/** The token whose end has been told: late failures of the same session say nothing more. */
let ended: string | undefined;

/** Judges a failure. However many calls fail at once, one of them is told. */
export const reportSessionError = ({ status, code, message, refusal, token }: Failure): void => {
  if (status === 403 || code === 403) return sessionErrorStore.set({ kind: 'forbidden', message, at: Date.now() });
  const [is401, is500] = [status === 401 || code === 401, (status === 500 || code === 500) && EXPIRED.test(message)];
  if (token === undefined || token === ended || sessionStore.get()?.token !== token) return undefined;
  if (!is401 && !is500) return undefined;
  ended = token;
  const kind = refusal?.startsWith(ENDED) ? 'ended' : is401 ? 'signedOut' : 'expired';
  sessionErrorStore.set({ kind, message: kind === 'signedOut' && !refusal?.startsWith(TIME_OVER) ? '' : message, at: Date.now() });
  // What somebody did is read in peace.
  if (kind === 'signedOut') setTimeout(goToSignIn, LEAVE_MS);
  return undefined;
};

/** Ends the session and loads the sign-in page afresh; it leads back to where the viewer was. */
export const goToSignIn = (): void => {
  const { hash } = window.location;
  if (sessionStore.get()?.token === ended) endSession(sessionErrorStore.get()?.kind === 'ended' ? 'told' : 'expired');
  sessionErrorStore.set(null);
  loadSignIn(hash);
};

/** The sign-in page is being loaded afresh; until it is here, nothing else is drawn. */
export const signInLoadsStore = createStore(false);

/** Loads the sign-in page afresh, so that nothing that was read is left in this window; it leads back to where `hash` was. */
export const loadSignIn = (hash: string): void => {
  const currentPath = hash.replace(/^#/, '');
  if (!currentPath.startsWith(SIGN_IN))
    window.history.replaceState(null, '', `#${SIGN_IN}${currentPath.length > 1 ? `?redirect=${encodeURIComponent(currentPath)}` : ''}`);
  signInLoadsStore.set(true);
  window.location.reload();
};
const SIGN_IN = '/user/login';
