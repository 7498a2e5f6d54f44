import type { FrameRecord } from '#engines/protocol/device-backend.ts';
import type { TranslatedCall } from '#engines/protocol/ocpp16/inbound/incoming.ts';

/** The longest stored text of one message; the number of omitted characters is added at its end. */
export const RAW_LENGTH_MAX = 16_384;

export interface LoggedFrame {
  readonly cpCode: string;
  readonly epoch: number | null;
  readonly direction: 'up' | 'down';
  /** The action; for an answer, the action that it answers. */
  readonly type: string;
  readonly id: string;
  readonly text: string;
  readonly summary: string;
  readonly atMs: number;
}

/** One message for the communication log, without passwords. */
export const recordOf = ({ cpCode, epoch, direction, type, id, text, summary, atMs }: LoggedFrame): FrameRecord => ({
  cpCode,
  epoch,
  protocol: 'ocpp16',
  direction,
  type,
  sequence: id,
  raw: shortened(redacted(type, text)),
  plainBody: null,
  summary,
  atMs,
});

/** A short text about a station's call. */
export const summaryOf = ({ events }: TranslatedCall): string => {
  const event = events.at(-1);
  switch (event?.kind) {
    case 'chargingSample': {
      const meter = event.meterDwh === undefined ? '' : `, ${kWh(event.meterDwh)}`;
      return `gun ${event.gunNumber}, transaction ${event.transactionId}${meter}`;
    }
    case 'gunStatus':
      return `gun ${event.gunNumber}, state ${event.gunWorkStat}${event.faultInfo ? `, ${event.faultInfo}` : ''}`;
    case 'pileStatus':
      return `pile, state ${event.cpWorkStat}`;
    case 'accountQuery':
      return event.account;
    case 'transactionStarted':
      return `gun ${event.gunNumber}, ${event.idTag}, ${kWh(event.startMeterDwh)}`;
    case 'endRecord':
      return `transaction ${event.transactionId}, ${kWh(event.stopMeterDwh)}`;
    case 'vendorMessage':
      return [event.vendorId, event.messageId].filter((word) => word !== undefined).join(' ');
    case 'securityEvent':
      return event.type;
    case 'other':
      return [event.values['chargePointModel'], event.values['status']].find((word) => typeof word === 'string') ?? '';
    default:
      return '';
  }
};

const kWh = (dwh: number): string => `${(dwh / 10_000).toFixed(4)} kWh`;

const shortened = (text: string): string => (text.length <= RAW_LENGTH_MAX ? text : `${text.slice(0, RAW_LENGTH_MAX)} (${text.length} characters)`);

/** Addresses of files, configuration messages and lists of cards are confidential; when a message names a secret key, none of its values is stored. */
const redacted = (type: string, text: string): string => {
  // Whoever knows the address could fetch the file or upload another.
  if (fileMessages.has(type)) return text.replaceAll(/("(?:location|remoteLocation)"\s*:\s*)"(?:[^"\\]|\\.)*"/g, '$1"xx"');
  // Those who read the log of a station need not be those who may see all cards of its tenant.
  if (type === 'SendLocalList') return text.replaceAll(/("(?:idTag|parentIdTag)"\s*:\s*)"(?:[^"\\]|\\.)*"/g, '$1"xx"');
  return (type === 'ChangeConfiguration' || type === 'GetConfiguration') && /AuthorizationKey|password|secret/i.test(text)
    ? text.replaceAll(/("value"\s*:\s*)"(?:[^"\\]|\\.)*"/g, '$1"xx"')
    : text;
};
const fileMessages: ReadonlySet<string> = new Set(['UpdateFirmware', 'SignedUpdateFirmware', 'GetDiagnostics', 'GetLog']);
