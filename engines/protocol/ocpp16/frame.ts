import type { ErrorCode } from './errors.ts';
import { isStorable, mayBeUnstorable, storable, storableText } from './storable.ts';

/** The message type, the first element of a frame (OCPP-J 1.6 section 4.1.3). */
const messageType = { call: 2, callResult: 3, callError: 4 } as const;

/** One message of the OCPP-J 1.6 RPC layer. Payloads are unchecked JSON. */
export type Frame = CallFrame | ResultFrame | ErrorFrame;
export interface CallFrame {
  readonly kind: 'call';
  readonly id: string;
  readonly action: string;
  readonly payload: unknown;
}
export interface ResultFrame {
  readonly kind: 'result';
  readonly id: string;
  readonly payload: unknown;
}
export interface ErrorFrame {
  readonly kind: 'error';
  readonly id: string;
  readonly code: string;
  readonly description: string;
}

/** A text that is no frame. With an id its sender can be answered; without an id it cannot. */
export interface BadFrame {
  readonly kind: 'bad';
  readonly id: string | undefined;
  readonly code: ErrorCode;
  readonly reason: string;
}

/** OCPP-J 1.6 section 4.1.4: message ids have at most 36 characters. */
export const MESSAGE_ID_LENGTH_MAX = 36;
/** An id beyond the limit is echoed in the refusal when it is not longer than this, so that its sender can end the call. */
const ECHOED_ID_LENGTH_MAX = 255;
const ACTION_LENGTH_MAX = 64;
const DESCRIPTION_LENGTH_MAX = 255;

/** Parses one text message; never throws. */
export const parseFrame = (text: string): Frame | BadFrame => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return badFrame(undefined, 'FormationViolation', 'not JSON');
  }
  if (!Array.isArray(value)) return badFrame(undefined, 'FormationViolation', 'not an array');
  const parts: readonly unknown[] = value;
  const type = parts[0];
  const id = parts[1];
  if (typeof id !== 'string' || id === '') return badFrame(undefined, 'FormationViolation', 'no message id');
  if (type !== messageType.call && type !== messageType.callResult && type !== messageType.callError)
    return badFrame(undefined, 'ProtocolError', 'unknown message type');
  // Only a CALL is answered: a refusal of a CALLRESULT would look like the answer to another call.
  if (id.length > MESSAGE_ID_LENGTH_MAX) {
    return badFrame(
      type === messageType.call && id.length <= ECHOED_ID_LENGTH_MAX ? id : undefined,
      'FormationViolation',
      'message id longer than 36 characters',
    );
  }
  if (type === messageType.call) return parseCall(id, parts);
  if (type === messageType.callResult)
    return parts.length === 3
      ? { kind: 'result', id, payload: mayBeUnstorable(text) ? storable(parts[2]) : parts[2] }
      : badFrame(undefined, 'FormationViolation', 'a result has three parts');
  return parseError(id, parts);
};

/** The text of a CALL. */
export const callText = (id: string, action: string, payload: object): string => JSON.stringify([messageType.call, id, action, payload]);
/** The text of a CALLRESULT. */
export const resultText = (id: string, payload: object): string => JSON.stringify([messageType.callResult, id, payload]);
/** The text of a CALLERROR. */
export const errorText = (id: string, code: ErrorCode, description: string): string =>
  JSON.stringify([messageType.callError, id, code, description.slice(0, DESCRIPTION_LENGTH_MAX), {}]);

const badFrame = (id: string | undefined, code: ErrorCode, reason: string): BadFrame => ({ kind: 'bad', id, code, reason });

const parseCall = (id: string, parts: readonly unknown[]): Frame | BadFrame => {
  const action = parts[2];
  if (parts.length !== 4) return badFrame(id, 'FormationViolation', 'a call has four parts');
  if (typeof action !== 'string' || action.length > ACTION_LENGTH_MAX || !isStorable(action))
    return badFrame(id, 'FormationViolation', 'the action is no name');
  // Stations send null as often as {} when they have no payload.
  return { kind: 'call', id, action, payload: parts[3] ?? {} };
};

const parseError = (id: string, parts: readonly unknown[]): Frame => {
  const code = parts[2];
  const description = parts[3];
  return {
    kind: 'error',
    id,
    code: typeof code === 'string' ? storableText(code.slice(0, ACTION_LENGTH_MAX)) : 'GenericError',
    description: typeof description === 'string' ? storableText(description.slice(0, DESCRIPTION_LENGTH_MAX)) : '',
  };
};
