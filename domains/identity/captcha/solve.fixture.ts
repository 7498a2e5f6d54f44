import { createHash } from 'node:crypto';
import type { TestServer } from '#kit/test/server.ts';
import { captchaApi } from './captcha.ts';

/** The position of a challenge's gap, read from the server. */
export const targetOf = async (server: TestServer, checkKey: string): Promise<number> => {
  const keyHash = createHash('sha256').update(checkKey).digest();
  const [row] = await server.database.asSuperuser<{ target: number }>('select target from sys_captcha where key_hash = $1', [keyHash]);
  return row?.target ?? -1;
};

/** The points of a drag as a person makes it. */
export const dragTo = (position: number, { totalMs = 480 }: { readonly totalMs?: number } = {}) => {
  const steps = 16;
  const track = Array.from({ length: steps + 1 }, (_none, step) => ({
    x: Math.round(position * Math.sin(((step / steps) * Math.PI) / 2)),
    ms: Math.round((totalMs * step) / steps) + (step % 3),
  }));
  return { position, track };
};

/** Solves a challenge by a drag onto the gap, and returns the proof for a name and an address. */
export const solveCaptcha = async (server: TestServer, subject: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { result: challenge } = await server.call(undefined, captchaApi.challenge, {}, headers);
  const drag = dragTo(await targetOf(server, challenge.checkKey));
  const answer = await server.call(undefined, captchaApi.verify, { checkKey: challenge.checkKey, subject, ...drag }, headers);
  if (!answer.success) throw new Error(answer.message);
  return answer.result.captcha;
};
