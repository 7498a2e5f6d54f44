import { printInstant } from '../instant.ts';
import type { StationCalls } from '../messages.ts';
import type { CallReply } from '../rpc.ts';
import { answered, type MessageContext, type TranslatedCall } from './incoming.ts';
import { genericResult } from '../../codes.ts';

/** BootNotification reports the versions of the pile's parts. A station that is rejected repeats it after the interval. */
export const bootNotification = (payload: StationCalls['BootNotification'], { atMs, heartbeatS }: MessageContext): TranslatedCall => ({
  events: [{ kind: 'other', name: 'BootNotification', values: textsOf(payload) }],
  reply: ([answer]) => {
    const accepted = answer !== undefined && 'result' in answer && answer.result === genericResult.success;
    return bootAnswer(accepted ? 'Accepted' : 'Rejected', { atMs, heartbeatS });
  },
});

/** The answer to a BootNotification; `Pending` is for a known pile that is not enabled. */
export const bootAnswer = (status: 'Accepted' | 'Pending' | 'Rejected', { atMs, heartbeatS }: Pick<MessageContext, 'atMs' | 'heartbeatS'>) =>
  answered({ status, currentTime: printInstant(atMs), interval: heartbeatS });

/** Whether an answer to a BootNotification accepts the station. */
export const isBootAccepted = (reply: CallReply): boolean => reply.ok && 'status' in reply.payload && reply.payload.status === 'Accepted';

const fields = [
  'chargePointVendor',
  'chargePointModel',
  'chargePointSerialNumber',
  'chargeBoxSerialNumber',
  'firmwareVersion',
  'iccid',
  'imsi',
  'meterType',
  'meterSerialNumber',
] as const;

const textsOf = (payload: StationCalls['BootNotification']): Readonly<Record<string, string>> => {
  const texts: Record<string, string> = {};
  for (const field of fields) {
    const text = payload[field];
    if (text) texts[field] = text;
  }
  return texts;
};
