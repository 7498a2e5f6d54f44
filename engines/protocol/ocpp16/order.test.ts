import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PileEvent } from '../device-backend.ts';
import type { PlatformAnswer } from './inbound/incoming.ts';
import { pileCalls, type PileCall } from './client.ts';
import { receive } from './receive.ts';
import { openRpc, stepRpc, type RpcInput } from './rpc.ts';

const atMs = Date.UTC(2026, 10, 20, 12);
const sample = (minute: number, meterDwh?: number): PileCall => {
  const call = pileCalls.meterValues({
    gunNumber: 1,
    transactionId: 7,
    readings: [{ atMs: atMs + minute * 60_000, meterDwh: meterDwh ?? 0, powerW: 7_000 }],
  });
  if (meterDwh !== undefined) return call;
  // A message without energy, as stations send it between two clock-aligned readings.
  const bare = { timestamp: new Date(atMs + minute * 60_000).toISOString(), sampledValue: [{ value: '7000', measurand: 'Power.Active.Import' }] };
  return { action: 'MeterValues', payload: { connectorId: 1, transactionId: 7, meterValue: [bare] } };
};
const start = pileCalls.start({ gunNumber: 1, idTag: 'CARD', startMeterDwh: 1_000, atMs });
const stop = pileCalls.stop({
  transactionId: 7,
  stopMeterDwh: 90_000,
  atMs: atMs + 3_600_000,
  reason: 'Local',
  readings: [{ atMs: atMs + 2_700_000, meterDwh: 45_000 }],
});
const story: readonly PileCall[] = [
  pileCalls.status({ gunNumber: 1, status: 'Preparing', atMs }),
  start,
  ...[1, 2, 3, 4, 5, 6].map((n) => sample(n * 5, 1_000 + n * 1_000)),
  sample(33),
  sample(34),
  stop,
];

/** A minimal model of how an order is merged from its messages, in any order. */
const factsOf = (events: readonly PileEvent[]) => ({
  starts: [
    ...new Set(events.flatMap((e) => (e.kind === 'transactionStarted' ? [`${e.gunNumber} ${e.idTag} ${e.startAtMs} ${e.startMeterDwh}`] : []))),
  ],
  samples: new Map(events.flatMap((e) => (e.kind === 'chargingSample' ? [[e.atMs, e.meterDwh]] : []))),
  meterDwh: Math.max(...events.map((e) => (e.kind === 'chargingSample' ? (e.meterDwh ?? 0) : 0))),
  reports: [...new Set(events.flatMap((e) => (e.kind === 'endRecord' ? [`${e.digest} ${e.stopMeterDwh} ${e.stopAtMs} ${e.stopReason}`] : [])))],
});
const sorted = (facts: ReturnType<typeof factsOf>) => ({ ...facts, samples: [...facts.samples].toSorted(([a], [b]) => a - b) });

const answerTo = (event: PileEvent): PlatformAnswer =>
  event.kind === 'transactionStarted' ? { transactionId: 7, accepted: true, reason: 0 } : { result: 0 };

/** Passes messages through the RPC state machine and the translation; every call must be answered once. */
const play = (inputs: readonly RpcInput<string>[]) => {
  let session = openRpc<string>('p-');
  const events: PileEvent[] = [];
  const answers: string[] = [];
  const feed = (input: RpcInput<string>): void => {
    const step = stepRpc(session, input);
    session = step.session;
    for (const output of step.outputs) {
      if (output.kind === 'send' && output.text.startsWith('[3')) answers.push(output.id);
      if (output.kind !== 'serve') continue;
      const incoming = receive(output, { atMs, heartbeatS: 60, text: '' });
      if ('refusal' in incoming) throw new Error(incoming.reason);
      events.push(...incoming.events);
      feed({ kind: 'reply', id: output.id, reply: incoming.reply(incoming.events.map(answerTo)) });
    }
  };
  for (const input of inputs) feed(input);
  return { events, answers };
};

const textOf = (call: PileCall, id: string): RpcInput<string> => ({ kind: 'text', atMs, text: JSON.stringify([2, id, call.action, call.payload]) });

describe('one hundred orders of events', () => {
  test('duplicated, repeated under new ids, reordered and mixed with calls of ours, they tell the same order', () => {
    const inOrder = sorted(factsOf(play(story.map((call, n) => textOf(call, `m${n}`))).events));
    expect(inOrder).toMatchObject({ meterDwh: 45_000, starts: [expect.stringContaining('CARD')], reports: [expect.stringContaining('90000')] });
    const copies = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: story.length, maxLength: story.length });
    fc.assert(
      fc.property(copies, fc.array(fc.nat(10_000), { minLength: 60, maxLength: 60 }), (extra, keys) => {
        const texts = story.flatMap((call, n) => Array.from({ length: 1 + (extra[n] ?? 0) }, (_, copy) => textOf(call, `m${n}-${copy}`)));
        const noise: RpcInput<string>[] = [
          { kind: 'call', atMs, call: { subject: 'x', action: 'ClearCache', payload: {} } },
          { kind: 'text', atMs, text: '[3,"p-1",{"status":"Accepted"}]' },
          { kind: 'text', atMs, text: 'junk' },
          { kind: 'tick', atMs: atMs + 40_000 },
        ];
        const shuffled = [...texts, ...noise].map((input, n) => ({ input, key: keys[n] ?? 0 })).toSorted((a, b) => a.key - b.key);
        const { events, answers } = play(shuffled.map(({ input }) => input));
        expect(sorted(factsOf(events))).toEqual(inOrder);
        expect(new Set(answers).size).toBe(texts.length);
        expect(answers).toHaveLength(texts.length);
      }),
      { numRuns: 100, seed: 20_261_120 },
    );
  });
});
