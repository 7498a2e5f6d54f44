import { printInstant } from '../instant.ts';
import type { StationCalls } from '../messages.ts';
import type { CallReply } from '../rpc.ts';
import { answered, type MessageContext, type TranslatedCall } from './incoming.ts';
import { genericResult } from '../../codes.ts';

/** BootNotification: the versions for the pile's parts; a rejected answer makes the station come again after the interval. */
export const bootNotification = (payload: StationCalls['BootNotification'], { atMs, heartbeatS }: MessageContext): TranslatedCall => ({
  events: [{ kind: 'other', name: 'BootNotification', values: textsOf(payload) }],
  reply: ([answer]) => {
    const accepted = answer !== undefined && 'result' in answer && answer.result === genericResult.success;
    return bootAnswer(accepted ? 'Accepted' : 'Rejected', { atMs, heartbeatS });
  },
});

/** The answer to a BootNotification; `Pending` is for a pile that is known but not enabled. */
export const bootAnswer = (status: 'Accepted' | 'Pending' | 'Rejected', { atMs, heartbeatS }: Pick<MessageContext, 'atMs' | 'heartbeatS'>) =>
  answered({ status, currentTime: printInstant(atMs), interval: heartbeatS });

/** Whether an answer to a BootNotification lets the station work. */
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
