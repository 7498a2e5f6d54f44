import type { OrderReport } from '#engines/protocol/device.ts';
import { sha256Hex } from '../../digest.ts';
import { readInstant } from '../instant.ts';
import type { StationCalls } from '../messages.ts';
import { dwhOfWh, readingsOf } from '../readings.ts';
import { stopReasonOf } from '../words.ts';
import { taken, notTaken, type Arrival, type Incoming } from './incoming.ts';
import { sampleOf } from './meter-values.ts';

/**
 * StopTransaction: the last samples, if the station sends them along, then the report of the order. A transaction we never
 * handed out (0, -1) is reported all the same: refusing it would make the station repeat it for ever.
 */
export const stopTransaction = (payload: StationCalls['StopTransaction'], { atMs: arrivedMs, text }: Arrival): Incoming | string => {
  const stopMeterDwh = dwhOfWh(payload.meterStop);
  if (stopMeterDwh === undefined) return 'meterStop is negative';
  const { transactionId } = payload;
  const readings = readingsOf(payload.transactionData ?? [], arrivedMs);
  const samples = transactionId > 0 ? readings.map((each) => sampleOf(each, { gunNumber: 0, transactionId })) : [];
  const socs = readings.flatMap(({ soc }) => (soc === undefined ? [] : [soc]));
  const [startSoc, stopSoc] = [socs.at(0), socs.at(-1)];
  const report: OrderReport = {
    kind: 'orderReport',
    transactionId,
    gunNumber: 0,
    orderType: 1,
    stopAtMs: readInstant(payload.timestamp, arrivedMs).atMs,
    stopMeterDwh,
    stopReason: stopReasonOf(payload.reason),
    checkCode: 'absent',
    digest: digestOf(payload),
    raw: text,
    fromStore: false,
    ...(payload.idTag && { account: { accountType: 1, account: payload.idTag } }),
    ...(startSoc !== undefined && { startSoc }),
    ...(stopSoc !== undefined && { stopSoc }),
  };
  return {
    events: [...samples, report],
    reply: (answers) => {
      const answer = answers.at(-1);
      return answer && 'result' in answer && answer.result === 0 ? taken : notTaken;
    },
  };
};

/** Over what the stop says, without the samples: a repetition may leave them out or word them anew and is still the same stop. */
const digestOf = ({ transactionId, meterStop, timestamp, idTag, reason }: StationCalls['StopTransaction']): string => {
  const said = [transactionId, meterStop, typeof timestamp === 'string' ? timestamp : '', idTag ?? '', reason ?? ''];
  return sha256Hex(JSON.stringify(said));
};
