import { count, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { driverPath, visitCall } from '../driver-path.ts';

export interface DriverPuzzle {
  readonly puzzle: string;
  /** The digest of `{puzzle}.{phone}.{nonce}` begins with so many zero bits (engines/driver/puzzle.ts). */
  readonly bits: number;
  readonly expiresAt: string;
  /** Country codes whose numbers get messages; a number without one belongs to the first. */
  readonly countries: readonly string[];
}

/** The same for every number, known or not. */
export interface DriverOtpSent {
  /** Another message may be asked for after so many seconds. */
  readonly resendS: number;
  readonly expiresAt: string;
}

export interface DriverPhoneSession {
  /** For `Phone-Session` or `Authorization: Bearer`; null for a page, which has it as a cookie. */
  readonly session: string | null;
  readonly expiresAt: string;
  /** Only the ends of the number. */
  readonly phone: string;
  /** The orders of the visit that now belong to the account. */
  readonly adoptedOrders: number;
}

export interface DriverMe {
  /** Only the ends of the number; null: nobody has signed in. */
  readonly phone: string | null;
  /** Signing in needs a visit, which a scan begins. */
  readonly hasVisit: boolean;
  /** Codes can be sent. */
  readonly isOffered: boolean;
}

const phone = text({ min: 1, max: 24 });
const path = `${driverPath}/otp`;

export const phoneSessionApi = {
  /** A puzzle for one message. */
  puzzle: endpoint({ ...visitCall, method: 'GET', path: `${path}/puzzle`, input: {}, output: opaque<DriverPuzzle>() }),
  /** Sends a code by SMS. 429 `driver.tooMany` with `retryAfter`; 409 `driver.puzzleWrong`: a new puzzle is needed. */
  send: endpoint({
    ...visitCall,
    method: 'POST',
    idempotent: true,
    publicStatus: 202,
    path,
    input: { phone, puzzle: text({ min: 1, max: 120 }), nonce: count({ min: 0, max: 2_000_000_000 }) },
    output: opaque<DriverOtpSent>(),
  }),
  /** Signs in with the code, for thirty days. The orders of the visit belong to the account from then on. A repeat of the press gets the same session. */
  verify: endpoint({
    ...visitCall,
    method: 'POST',
    idempotent: true,
    publicStatus: 201,
    path: `${path}/verify`,
    input: { phone, code: text({ min: 1, max: 12 }) },
    output: opaque<DriverPhoneSession>(),
  }),
  /** Whether somebody has signed in, for anybody. */
  me: endpoint({ ...visitCall, method: 'GET', path: `${driverPath}/me`, input: {}, output: opaque<DriverMe>() }),
  /** Ends the session of this phone, or of all phones with this number. */
  signOut: endpoint({
    ...visitCall,
    method: 'POST',
    path: `${driverPath}/me/sign-out`,
    input: { everywhere: count({ min: 0, max: 1 }) },
    output: opaque<{ readonly ended: number }>(),
  }),
};
