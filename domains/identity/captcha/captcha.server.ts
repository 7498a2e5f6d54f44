import { sql } from 'kysely';
import { randomBytes, randomInt } from 'node:crypto';
import type { Database } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import { countAttempt } from '../attempts/attempts.server.ts';
import type { AttemptLimit, Attempts } from '../attempts/attempts.server.ts';
import { captchaRefusals } from './captcha.labels.ts';
import { captchaApi, captchaBounds } from './captcha.ts';
import { drawPuzzle } from './picture.rules.ts';
import { pngAddress } from './png.server.ts';
import { judgeDrag } from './track.rules.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

/** The subject of a proof, which is valid only for this name and address. */
export interface CaptchaSubject {
  readonly subject: string;
  readonly ip: string;
}

export interface Captchas {
  readonly routes: readonly Route[];
  /** Uses up a proof, valid or not; without a valid one it refuses with the code that makes pages show the slider. */
  readonly require: (proof: string | null | undefined, captchaSubject: CaptchaSubject) => Promise<void>;
  /** Deletes what has expired. */
  readonly sweep: () => Promise<void>;
}

const perPicture: AttemptLimit = { kind: 'captcha', max: 30, windowMs: 60_000 };
const RANDOM_STEPS = 2 ** 32;
/** Pages of the product family show the verification again after status 412. */
export const CAPTCHA_STATUS = 412;

export const createCaptchas = ({ database, clock, attempts }: CaptchaDeps): Captchas => {
  const system = database.system.withoutPlugins();
  const storeChallenge = async (key: string, fact: { readonly target?: number; readonly bound?: Buffer }): Promise<void> =>
    void (await sql`insert into sys_captcha (key_hash, target, bound, since)
      values (${sha256(key)}, ${fact.target ?? null}, ${fact.bound ?? null}, ${clock()})`.execute(system));
  /** Returns a stored challenge and deletes it. */
  const takeChallenge = async (key: string): Promise<StoredChallenge | undefined> =>
    (await sql<StoredChallenge>`delete from sys_captcha where key_hash = ${sha256(key)} returning target, bound, since`.execute(system)).rows[0];

  const routes = implement(captchaApi, {
    challenge: async (_ctx, _input, { client }) => {
      await countAttempt(attempts, perPicture, clientNetwork(client.ip));
      const { target, top, picture, piece } = drawPuzzle(() => randomInt(RANDOM_STEPS) / RANDOM_STEPS);
      const checkKey = randomBytes(16).toString('base64url');
      await storeChallenge(checkKey, { target });
      const [pictureAddress, pieceAddress] = await Promise.all([pngAddress(picture), pngAddress(piece)]);
      return { checkKey, top, picture: pictureAddress, piece: pieceAddress };
    },
    verify: async (_ctx, { checkKey, subject, position, track }, { client }) => {
      const challenge = await takeChallenge(checkKey);
      if (!challenge || challenge.target === null) return throwRefusal(captchaRefusals, 'captcha.expired');
      const verdict = judgeDrag({ position, track }, { target: challenge.target, sinceMs: clock().getTime() - challenge.since.getTime() });
      if (!verdict.ok) return throwRefusal(captchaRefusals, verdict.refusal);
      const captcha = randomBytes(24).toString('base64url');
      await storeChallenge(captcha, { bound: bindingHash({ subject, ip: client.ip }) });
      return { captcha };
    },
  });

  return {
    routes,
    require: async (proof, captchaSubject) => {
      const solved = proof ? await takeChallenge(proof) : undefined;
      const isFresh = solved !== undefined && clock().getTime() - solved.since.getTime() <= captchaBounds.lifeMs;
      if (!isFresh || solved.bound === null || !solved.bound.equals(bindingHash(captchaSubject)))
        throwRefusal(captchaRefusals, 'captcha.needed', {}, { status: CAPTCHA_STATUS });
    },
    sweep: async () => {
      await sql`delete from sys_captcha where since < ${new Date(clock().getTime() - captchaBounds.lifeMs)}`.execute(system);
    },
  };
};

/** The routes for the challenges of this process. */
export const captchaRoutes = ({ captchas }: { readonly captchas: Captchas }): readonly Route[] => captchas.routes;

export interface CaptchaDeps {
  readonly database: Database;
  readonly clock: () => Date;
  readonly attempts: Attempts;
}

interface StoredChallenge {
  readonly target: number | null;
  readonly bound: Buffer | null;
  readonly since: Date;
}

const bindingHash = ({ subject, ip }: CaptchaSubject): Buffer => sha256(`${clientNetwork(ip)} ${subject.trim().toLowerCase()}`);
