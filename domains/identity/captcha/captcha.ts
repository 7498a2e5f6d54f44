import { count, list, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** The size of the picture in its own pixels; browsers scale it. */
export const captchaSize = { width: 320, height: 140, piece: 48 } as const;

export const captchaBounds = {
  /** The lifetime of a challenge, and of a proof. */
  lifeMs: 120_000,
  /** The allowed distance between the piece and the gap. */
  tolerance: 5,
  /** The largest number of points of a drag that a browser sends. */
  points: 300,
} as const;

/** A challenge to move a piece into a gap. Only the picture shows where the gap is. */
export interface Challenge {
  readonly checkKey: string;
  /** Data URLs of two PNGs. */
  readonly picture: string;
  readonly piece: string;
  /** The upper edge of the piece. */
  readonly top: number;
}

/** A one-use proof for one name and one address. */
export interface CaptchaProof {
  readonly captcha: string;
}

export const captchaApi = {
  challenge: endpoint({
    method: 'POST',
    path: '/sys/captcha/challenge',
    allow: 'public',
    noTransaction: true,
    unlogged: true,
    input: {},
    output: opaque<Challenge>(),
  }),
  verify: endpoint({
    method: 'POST',
    path: '/sys/captcha/verify',
    allow: 'public',
    noTransaction: true,
    unlogged: true,
    input: {
      checkKey: text({ min: 1, max: 64 }),
      /** The subject of the proof: the user name, phone number or mail address that is sent with it. */
      subject: text({ min: 1, max: 128 }),
      /** The final position of the piece, in pixels of the picture. */
      position: count({ max: captchaSize.width }),
      track: list({ x: count({ max: captchaSize.width }), ms: count({ max: captchaBounds.lifeMs }) }, { min: 1, max: captchaBounds.points }),
    },
    output: opaque<CaptchaProof>(),
  }),
};
