import { stationCallChecks, type Check } from './checks.generated.ts';
import { codeOf, wordsOf, type ErrorCode } from './errors.ts';
import { authorize } from './inbound/authorize.ts';
import { bootNotification } from './inbound/boot-notification.ts';
import type { MessageContext, TranslatedCall } from './inbound/incoming.ts';
import { meterValues } from './inbound/meter-values.ts';
import {
  dataTransfer,
  diagnosticsStatusNotification,
  firmwareStatusNotification,
  heartbeat,
  logStatusNotification,
  securityEventNotification,
  signedFirmwareStatusNotification,
} from './inbound/notices.ts';
import { startTransaction } from './inbound/start-transaction.ts';
import { statusNotification } from './inbound/status-notification.ts';
import { stopTransaction, unreadableStop } from './inbound/stop-transaction.ts';
import type { PileEvent } from '../device-backend.ts';
import { knownActions, type StationAction } from './messages.ts';
import type { CallReply } from './rpc.ts';
import { isStorable, mayBeUnstorable, storable } from './storable.ts';

/** A station's call that does not concern the business: it is refused at once. */
export interface RefusedCall {
  readonly refusal: CallReply;
  readonly code: ErrorCode;
  readonly reason: string;
  /** The events for the business, although the call is refused. */
  readonly events?: readonly PileEvent[];
}

/** Validates and translates a station's call. Never throws; no allocation outlives the call. */
export const receive = (call: { readonly action: string; readonly payload: unknown }, arrival: MessageContext): TranslatedCall | RefusedCall => {
  const translateCall = readers.get(call.action);
  if (translateCall) {
    if (!mayBeUnstorable(arrival.text) || isStorable(call.payload)) return translateCall(call.payload, arrival);
    // The station would repeat the call for ever, so it is refused permanently, or processed as far as it can be read.
    return MUST_NOT_BE_LOST.has(call.action)
      ? translateCall(storable(call.payload), arrival)
      : refuse('PropertyConstraintViolation', 'a text holds a character that cannot be stored');
  }
  return knownActions.has(call.action) ? refuse('NotSupported', `${call.action} is not supported`) : refuse('NotImplemented', 'unknown action');
};

/** Calls whose refusal would lose energy, a car or a station. A card with such a character cannot be a registered card. */
const MUST_NOT_BE_LOST: ReadonlySet<string> = new Set<StationAction>([
  'Authorize',
  'BootNotification',
  'MeterValues',
  'SecurityEventNotification',
  'StartTransaction',
  'StopTransaction',
]);

type Translate<P> = (payload: P, arrival: MessageContext) => TranslatedCall | string;
type Reader = (payload: unknown, arrival: MessageContext) => TranslatedCall | RefusedCall;

const refuse = (code: ErrorCode, description: string): RefusedCall => ({ refusal: { ok: false, code, description }, code, reason: description });

const reader =
  <P>(check: Check<P>, translate: Translate<P>): Reader =>
  (payload, arrival) => {
    if (!check(payload)) {
      const violation = check.errors?.[0];
      return violation ? refuse(codeOf(violation), wordsOf(violation)) : refuse('GenericError', 'invalid payload');
    }
    const incoming = translate(payload, arrival);
    return typeof incoming === 'string' ? refuse('PropertyConstraintViolation', incoming) : incoming;
  };

const byAction: { readonly [A in StationAction]: Reader } = {
  Authorize: reader(stationCallChecks.Authorize, authorize),
  BootNotification: reader(stationCallChecks.BootNotification, bootNotification),
  DataTransfer: reader(stationCallChecks.DataTransfer, dataTransfer),
  DiagnosticsStatusNotification: reader(stationCallChecks.DiagnosticsStatusNotification, diagnosticsStatusNotification),
  FirmwareStatusNotification: reader(stationCallChecks.FirmwareStatusNotification, firmwareStatusNotification),
  Heartbeat: reader(stationCallChecks.Heartbeat, heartbeat),
  LogStatusNotification: reader(stationCallChecks.LogStatusNotification, logStatusNotification),
  MeterValues: reader(stationCallChecks.MeterValues, meterValues),
  SecurityEventNotification: reader(stationCallChecks.SecurityEventNotification, securityEventNotification),
  SignedFirmwareStatusNotification: reader(stationCallChecks.SignedFirmwareStatusNotification, signedFirmwareStatusNotification),
  StartTransaction: reader(stationCallChecks.StartTransaction, startTransaction),
  StatusNotification: reader(stationCallChecks.StatusNotification, statusNotification),
  StopTransaction: (payload, arrival) => {
    const translateCall = reader(stationCallChecks.StopTransaction, stopTransaction)(payload, arrival);
    const events = 'refusal' in translateCall ? unreadableStop(payload, arrival) : [];
    return events.length > 0 ? { ...translateCall, events } : translateCall;
  },
};

// A map, so that an action named like an inherited object property has no reader.
const readers: ReadonlyMap<string, Reader> = new Map(Object.entries(byAction));
