import { count, list, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** The picture in its own pixels; browsers scale it. */
export const captchaSize = { width: 320, height: 140, piece: 48 } as const;

export const captchaBounds = {
  /** From the picture to its answer, and from the answer to its use. */
  lifeMs: 120_000,
  /** How far from the gap the piece may be left. */
  tolerance: 5,
  /** Moments of one drag that a browser reports at most. */
  points: 300,
} as const;

/** A gap to be filled. Where it is, the picture alone tells. */
export interface Challenge {
  readonly checkKey: string;
  /** Data addresses of two PNGs. */
  readonly picture: string;
  readonly piece: string;
  /** The piece's upper edge. */
  readonly top: number;
}

/** A one-use proof for one name at one address. */
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
      /** Whom the proof is for: the user name, phone number or mail address that is asked with it. */
      subject: text({ min: 1, max: 128 }),
      /** Where the piece was let go, in pixels of the picture. */
      position: count({ max: captchaSize.width }),
      track: list({ x: count({ max: captchaSize.width }), ms: count({ max: captchaBounds.lifeMs }) }, { min: 1, max: captchaBounds.points }),
    },
    output: opaque<CaptchaProof>(),
  }),
};
