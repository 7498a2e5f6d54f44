import { printInstant } from '../instant.ts';
import type { StationCalls } from '../messages.ts';
import { answered, taken, type Arrival, type Incoming } from './incoming.ts';

/** Heartbeat: the clock is all the station wants. */
export const heartbeat = (_payload: StationCalls['Heartbeat'], { atMs }: Arrival): Incoming => ({
  events: [],
  reply: () => answered({ currentTime: printInstant(atMs) }),
});

/** DataTransfer: we share no extension with any vendor yet. */
export const dataTransfer = (_payload: StationCalls['DataTransfer']): Incoming => ({
  events: [],
  reply: () => answered({ status: 'UnknownVendorId' }),
});

export const firmwareStatusNotification = ({ status }: StationCalls['FirmwareStatusNotification']): Incoming =>
  notice('FirmwareStatusNotification', status);

export const diagnosticsStatusNotification = ({ status }: StationCalls['DiagnosticsStatusNotification']): Incoming =>
  notice('DiagnosticsStatusNotification', status);

const notice = (name: string, status: string): Incoming => ({ events: [{ kind: 'other', name, values: { status } }], reply: () => taken });
