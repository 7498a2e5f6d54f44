import type { Endpoint } from '#kit/resource/endpoint.ts';
import { accountApi, sessionApi } from '#domains/identity/resources.ts';

/** Makes a call without a session; returns its envelope. */
type Send = (endpoint: Endpoint, input: Readonly<Record<string, unknown>>) => Promise<{ readonly success: boolean; readonly result: unknown }>;

interface NewAccount {
  readonly username: string;
  /** The password that somebody else has set. */
  readonly initial: string;
  /** The password that replaces it. */
  readonly chosen: string;
}

/** Sets a new password with the ticket that the first sign-in returns, as the owner of an initial password must. */
export const firstSignIn = async (send: Send, { username, initial, chosen }: NewAccount): Promise<void> => {
  const { result } = await send(sessionApi.login, { username, password: initial });
  const smscode = typeof result === 'object' && result !== null && 'smscode' in result ? result.smscode : undefined;
  const changed = await send(accountApi.passwordChange, { username, password: chosen, smscode });
  if (!changed.success) throw new Error(`${username} could not set a password: ${JSON.stringify([result, changed])}`);
};

/** Sends to `url` with the base path. */
export const sendingTo =
  (url: string): Send =>
  async (endpoint, input) => {
    const headers = { 'content-type': 'application/json', 'accept-language': 'en-US' };
    const response = await fetch(`${url}${endpoint.path}`, { method: endpoint.method, headers, body: JSON.stringify(input) });
    const envelope: unknown = await response.json();
    if (typeof envelope !== 'object' || envelope === null || !('success' in envelope) || !('result' in envelope)) throw new Error('no envelope');
    return { success: envelope.success === true, result: envelope.result };
  };
