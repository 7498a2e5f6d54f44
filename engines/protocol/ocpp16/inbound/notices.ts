import { genericResult } from '../../codes.ts';
import { printInstant, readInstant } from '../instant.ts';
import type { StationCalls } from '../messages.ts';
import { answered, emptyReply, type MessageContext, type TranslatedCall } from './incoming.ts';

/** Heartbeat: the station needs only the platform's time. */
export const heartbeat = (_payload: StationCalls['Heartbeat'], { atMs }: MessageContext): TranslatedCall => ({
  events: [],
  reply: () => answered({ currentTime: printInstant(atMs) }),
});

/** DataTransfer: a message of the station's vendor. */
export const dataTransfer = ({ vendorId, messageId, data }: StationCalls['DataTransfer']): TranslatedCall => ({
  events: [{ kind: 'vendorMessage', vendorId, ...(messageId != null && { messageId }), data: data == null ? null : textOf(data) }],
  reply: ([answer]) => {
    const accepted = answer !== undefined && 'result' in answer && answer.result === genericResult.success;
    return answered({ status: accepted ? 'Accepted' : 'UnknownVendorId' });
  },
});

const textOf = (data: unknown): string => (typeof data === 'string' ? data : JSON.stringify(data));

export const securityEventNotification = (
  { type, timestamp, techInfo }: StationCalls['SecurityEventNotification'],
  { atMs: arrivedMs }: MessageContext,
): TranslatedCall => ({
  events: [{ kind: 'securityEvent', type, atMs: readInstant(timestamp, arrivedMs).atMs, ...(techInfo != null && { techInfo }) }],
  reply: () => emptyReply,
});

export const firmwareStatusNotification = ({ status }: StationCalls['FirmwareStatusNotification']): TranslatedCall =>
  notice('FirmwareStatusNotification', status);

export const signedFirmwareStatusNotification = ({ status }: StationCalls['SignedFirmwareStatusNotification']): TranslatedCall =>
  notice('SignedFirmwareStatusNotification', status);

export const diagnosticsStatusNotification = ({ status }: StationCalls['DiagnosticsStatusNotification']): TranslatedCall =>
  notice('DiagnosticsStatusNotification', status);

export const logStatusNotification = ({ status }: StationCalls['LogStatusNotification']): TranslatedCall => notice('LogStatusNotification', status);

const notice = (name: string, status: string): TranslatedCall => ({ events: [{ kind: 'other', name, values: { status } }], reply: () => emptyReply });
