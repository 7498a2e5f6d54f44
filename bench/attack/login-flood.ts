import { Agent, request } from 'node:http';
import { atMost, never } from './figures.ts';
import { signIn } from './honest-clients.ts';
import { guessNative, guessOcpp } from './login-guesses.ts';
import { attackerAddress } from './raw-connection.ts';
import type { Scenario } from './scenario.ts';
import { PILES } from './target.ts';

const GROUP = 4;
const LANES = { people: 48, native: 16, ocpp: 16 } as const;
const DURATION_MS = { short: 2_000, full: 20_000 } as const;
const SIGN_IN_MAX_MS = 8_000;
/** Guesses at one name that are checked before it has to wait, and one more for each pause that ended meanwhile. */
const CHECKED_GUESSES_MAX = 6;

/** Guesses the passwords of one person, of many people and of piles, from many addresses at once. */
export const loginFlood: Scenario = {
  name: 'a flood of logins',
  run: async ({ target, isShort }) => {
    const endMs = performance.now() + (isShort ? DURATION_MS.short : DURATION_MS.full);
    const counts = { people: 0, checked: 0, accepted: 0, piles: 0 };
    /** Answers that no guess should have, and how often each came. */
    const broken = new Map<string, number>();
    let next = 0;
    const lane = (work: (nth: number) => Promise<void>) => async (): Promise<void> => {
      while (performance.now() < endMs) await work((next += 1));
    };
    const person = lane(async (nth) => {
      const username = nth % 2 ? 'admin' : `stranger${nth}`;
      const { status, refusal, success, text } = await guess(`${target.url}/sys/login`, { username, from: attackerAddress(GROUP, nth) });
      counts.people += 1;
      counts.checked += username === 'admin' && refusal === 'login.wrong' ? 1 : 0;
      counts.accepted += success ? 1 : 0;
      if (status === 0 || status >= 500) broken.set(text, (broken.get(text) ?? 0) + 1);
    });
    const pile = (guessPile: typeof guessNative, port: number, first: number) =>
      lane(async (nth) => {
        const isIn = await guessPile(port, { index: first + (nth % PILES.native), from: attackerAddress(GROUP, nth) });
        counts.piles += 1;
        counts.accepted += isIn ? 1 : 0;
      });
    const lanes = [
      ...Array.from({ length: LANES.people }, () => person()),
      ...Array.from({ length: LANES.native }, () => pile(guessNative, target.ports.pile, 0)()),
      ...Array.from({ length: LANES.ocpp }, () => pile(guessOcpp, target.ports.ocpp, PILES.native)()),
    ];
    const begunMs = performance.now();
    const isIn = await signIn(target).then(
      () => true,
      () => false,
    );
    const signInMs = performance.now() - begunMs;
    await Promise.all(lanes);
    return [
      never(`guesses that got in, of ${counts.people + counts.piles}`, counts.accepted),
      atMost('guesses at one name that were checked', counts.checked, { of: CHECKED_GUESSES_MAX, unit: '' }),
      never(
        ['guesses that were answered by an error of the system or not at all', ...broken.keys()].join('; '),
        [...broken.values()].reduce((sum, count) => sum + count, 0),
      ),
      never('the same name, right, at a browser that is known: refused', isIn ? 0 : 1),
      atMost('the same, how long it took', signInMs, { of: SIGN_IN_MAX_MS, unit: 'ms' }),
    ];
  },
};

interface Verdict {
  /** 0 without an answer. */
  readonly status: number;
  readonly refusal: unknown;
  readonly success: boolean;
  /** The answer, or why there is none. */
  readonly text: string;
}

const guess = (url: string, { username, from }: { readonly username: string; readonly from: string }): Promise<Verdict> =>
  new Promise((resolve) => {
    const body = JSON.stringify({ username, password: 'Wrong-Horse-7' });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    request(url, { method: 'POST', headers, localAddress: from, agent: new Agent({ keepAlive: false }) }, (answer) => {
      let text = '';
      answer.on('data', (data: Buffer) => (text += data.toString()));
      answer.on('end', () => {
        const { refusal, success, message } = JSON.parse(text) as { refusal?: unknown; success: boolean; message: string };
        resolve({ status: answer.statusCode ?? 0, refusal, success, text: `${answer.statusCode} ${message}` });
      });
    })
      .on('error', (error) => resolve({ status: 0, refusal: undefined, success: false, text: error.message }))
      .end(body);
  });
