import { pileCalls, readStartAnswer, type PileCall, type PileReadings } from '#engines/protocol/ocpp16/client.ts';
import type { Outcome } from '#engines/protocol/ocpp16/rpc.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import type { PileRecord } from '../pile/facts.ts';
import { TRANSACTIONS_MAX } from '../pile/memory.ts';
import type { Pile } from '../pile/pile.ts';
import { falsify } from './false-records.ts';
import { reasonOf } from './status-codes.ts';

/** OCPP 1.6 idTags have at most 20 characters. */
export const ID_TAG_LENGTH = 20;

/** The transaction number that the platform gave a session; undefined before that. */
export const transactionOf = (pile: Pile, key: string): number | undefined =>
  pile.memory.transactions.findLast(([sessionKey]) => sessionKey === key)?.[1];

/** The key of the session that has a transaction number. */
export const sessionOf = (pile: Pile, transactionId: number): string | undefined =>
  pile.memory.transactions.findLast(([, id]) => id === transactionId)?.[0];

/** Sends a record as StartTransaction or StopTransaction; true if the platform acknowledged it. */
export const sendTransaction = async (pile: Pile, record: PileRecord, call: (call: PileCall) => Promise<Outcome>): Promise<boolean> => {
  // A failed start is no transaction; the statuses of the connector have reported it.
  if (record.kind === 'start' && record.code !== 0) return true;
  if (record.kind === 'end') return (await call(stopCall(pile, record))).ok;
  const { session } = record;
  const outcome = await call(
    pileCalls.start({
      gunNumber: session.gunNumber,
      idTag: session.claim.account.slice(0, ID_TAG_LENGTH),
      startMeterDwh: record.meterDwh,
      atMs: (session.charge?.startMs ?? record.atMs) + record.clockOffMs,
      ...(session.reservationId !== undefined && { reservationId: session.reservationId }),
    }),
  );
  const answer = outcome.ok ? readStartAnswer(outcome.payload) : undefined;
  if (!answer) return false;
  const entry: [string, number] = [session.key, answer.transactionId];
  pile.memory.transactions = [...pile.memory.transactions, entry].slice(-TRANSACTIONS_MAX);
  pile.journal.setTransactionId(session.key, answer.transactionId);
  const gun = pile.gun(session.gunNumber);
  if (!answer.accepted && gun?.session?.key === session.key) gun.end(stopReason.deAuthorized);
  return true;
};

const stopCall = (pile: Pile, record: PileRecord): PileCall => {
  const { session, meterDwh, atMs, clockOffMs, code } = record;
  const readings = session.aligned.map((reading): PileReadings => ({ ...reading, atMs: reading.atMs + clockOffMs, context: 'Sample.Clock' }));
  const values = falsify(
    // 0 if the pile never received the number.
    { transactionId: transactionOf(pile, session.key) ?? 0, stopMeterDwh: meterDwh, atMs: atMs + clockOffMs },
    record,
  );
  return pileCalls.stop({
    ...values,
    reason: reasonOf(code),
    idTag: session.claim.account.slice(0, ID_TAG_LENGTH),
    ...(readings.length > 0 && { readings }),
  });
};
