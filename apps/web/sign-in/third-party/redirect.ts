import { call } from '#kit/web/calls/client.ts';
import { thirdPartyApi } from '#domains/identity/web.ts';

/** What this browser stores while the user is at another service. */
export interface PendingRedirect {
  readonly source: string;
  readonly bind: string;
  /** The requested address. */
  readonly redirect: string | null;
}

const KEY = 'third-login';

/** Redirects to another service. */
export const redirectToThirdParty = async (source: string, redirect: string | null): Promise<void> => {
  const { url, bind } = await call(thirdPartyApi.begin, { source });
  window.sessionStorage.setItem(KEY, JSON.stringify({ source, bind, redirect } satisfies PendingRedirect));
  window.location.assign(url);
};

/** Returns the stored value once: an answer that this browser did not request opens no session. */
export const takePendingRedirect = (): PendingRedirect | undefined => {
  const text = window.sessionStorage.getItem(KEY);
  window.sessionStorage.removeItem(KEY);
  const away: unknown = JSON.parse(text ?? 'null');
  if (typeof away !== 'object' || away === null || !('source' in away) || !('bind' in away)) return undefined;
  const redirect = 'redirect' in away && typeof away.redirect === 'string' ? away.redirect : null;
  return { source: String(away.source), bind: String(away.bind), redirect };
};
