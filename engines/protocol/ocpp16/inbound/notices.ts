import { printInstant } from '../instant.ts';
import type { StationCalls } from '../messages.ts';
import { answered, emptyReply, type MessageContext, type TranslatedCall } from './incoming.ts';

/** Heartbeat: the station needs only the platform's time. */
export const heartbeat = (_payload: StationCalls['Heartbeat'], { atMs }: MessageContext): TranslatedCall => ({
  events: [],
  reply: () => answered({ currentTime: printInstant(atMs) }),
});

/** DataTransfer: the platform supports no vendor extension yet. */
export const dataTransfer = (_payload: StationCalls['DataTransfer']): TranslatedCall => ({
  events: [],
  reply: () => answered({ status: 'UnknownVendorId' }),
});

export const firmwareStatusNotification = ({ status }: StationCalls['FirmwareStatusNotification']): TranslatedCall =>
  notice('FirmwareStatusNotification', status);

export const diagnosticsStatusNotification = ({ status }: StationCalls['DiagnosticsStatusNotification']): TranslatedCall =>
  notice('DiagnosticsStatusNotification', status);

const notice = (name: string, status: string): TranslatedCall => ({ events: [{ kind: 'other', name, values: { status } }], reply: () => emptyReply });
