import type { Endpoint, WireAnswerOf, WireInputOf } from '#kit/resource/endpoint.ts';
import { call } from './client.ts';
import { sessionStore } from '../session/session.ts';

/** Calls that nobody has taken over yet. */
const underWay = new Map<string, Promise<unknown>>();
/** Whoever keeps answers is here and asks for itself: scripts that a browser has kept arrive in any order. */
let isOver = false;

/** What was asked in one session answers nobody of another. */
sessionStore.subscribe(() => underWay.clear());

const nameOf = (endpoint: Pick<Endpoint, 'path'>, input: unknown): string => JSON.stringify([endpoint.path, input]);

/** Asks before the code is here that keeps answers: the first who asks for the same through it gets this call. */
export const sendAhead = <E extends Endpoint>(endpoint: E, input: WireInputOf<E>): void => {
  if (isOver) return;
  const sent = call(endpoint, input);
  // Whoever takes it over tells of a failure.
  sent.catch(() => undefined);
  underWay.set(nameOf(endpoint, input), sent);
};

/** The call that is under way already; undefined for whoever asks second, or for something else. */
export const takeSent = <E extends Endpoint>(endpoint: E, input: WireInputOf<E>): Promise<WireAnswerOf<E>> | undefined => {
  isOver = true;
  const name = nameOf(endpoint, input);
  const sent = underWay.get(name) as Promise<WireAnswerOf<E>> | undefined; // put there under this endpoint's path
  underWay.delete(name);
  return sent;
};
