import { pileCalls, readStartAnswer, type PileCall, type PileReadings } from '#engines/protocol/ocpp16/client.ts';
import type { Outcome } from '#engines/protocol/ocpp16/rpc.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import type { PileRecord } from '../pile/facts.ts';
import { TRANSACTIONS_KEPT } from '../pile/memory.ts';
import type { Pile } from '../pile/pile.ts';
import { twisted } from './lies.ts';
import { reasonOf } from './words.ts';

/** OCPP 1.6 idTags have at most 20 characters. */
export const ID_TAG_LENGTH = 20;

/** The number the platform has given a session; undefined before it has. */
export const transactionOf = (pile: Pile, key: string): number | undefined => pile.memory.transactions.findLast(([known]) => known === key)?.[1];

/** The session that has a number. */
export const sessionOf = (pile: Pile, transactionId: number): string | undefined =>
  pile.memory.transactions.findLast(([, id]) => id === transactionId)?.[0];

/** Says a record as StartTransaction or StopTransaction; true when the platform has it. */
export const sayTransaction = async (pile: Pile, record: PileRecord, call: (call: PileCall) => Promise<Outcome>): Promise<boolean> => {
  // A start that failed is no transaction: the states of the connector have told it.
  if (record.kind === 'start' && record.code !== 0) return true;
  if (record.kind === 'end') return (await call(stopCall(pile, record))).ok;
  const { session } = record;
  const outcome = await call(
    pileCalls.start({
      gunNumber: session.gunNumber,
      idTag: session.claim.account.slice(0, ID_TAG_LENGTH),
      startMeterDwh: record.meterDwh,
      atMs: (session.charge?.startMs ?? record.atMs) + record.clockOffMs,
    }),
  );
  const answer = outcome.ok ? readStartAnswer(outcome.payload) : undefined;
  if (!answer) return false;
  const numbered: [string, number] = [session.key, answer.transactionId];
  pile.memory.transactions = [...pile.memory.transactions, numbered].slice(-TRANSACTIONS_KEPT);
  pile.journal.numbered(session.key, answer.transactionId);
  const gun = pile.gun(session.gunNumber);
  if (!answer.accepted && gun?.session?.key === session.key) gun.end(stopReason.deAuthorized);
  return true;
};

const stopCall = (pile: Pile, record: PileRecord): PileCall => {
  const { session, meterDwh, atMs, clockOffMs, code } = record;
  const readings = session.aligned.map((reading): PileReadings => ({ ...reading, atMs: reading.atMs + clockOffMs, context: 'Sample.Clock' }));
  const told = twisted(
    // 0: the pile never learnt the number.
    { transactionId: transactionOf(pile, session.key) ?? 0, stopMeterDwh: meterDwh, atMs: atMs + clockOffMs },
    record,
  );
  return pileCalls.stop({
    ...told,
    reason: reasonOf(code),
    idTag: session.claim.account.slice(0, ID_TAG_LENGTH),
    ...(readings.length > 0 && { readings }),
  });
};
