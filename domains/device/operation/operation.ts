import { pileCode } from '#domains/network/resources.ts';
import { choice, count, instant, optional, text } from '#kit/fields/field.ts';
import { yesNo } from '#domains/system/resources.ts';
import { endpoint, rowOf } from '#kit/resource/endpoint.ts';
import { restartMode } from '../protocol.codes.ts';
import { triggeredMessage } from './operation.codes.ts';

/** A station compares keys without regard to case. */
const configurationKey = text({ min: 1, max: 50 });
const sentCommand = rowOf({ commandId: text({ max: 16 }) });

/** Operations on a pile that is online. Each answer names the command; the end of the command tells the result. */
export const operationApi = {
  /** A soft restart lets charges end properly; a hard one cuts them off. */
  restart: endpoint({
    method: 'POST',
    path: '/device/sseCommand/restart',
    proof: 'remote',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: { cpCode: pileCode, mode: choice(restartMode) },
    output: sentCommand,
  }),
  /** Releases the plug of a gun (OCPP UnlockConnector). A charge on the gun ends. */
  unlockGun: endpoint({
    method: 'POST',
    path: '/device/sseCommand/unlockGun',
    proof: 'remote',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: { cpCode: pileCode, gunNumber: count({ min: 1, max: 4 }) },
    output: sentCommand,
  }),
  /** Makes a pile forget the cards that it has cached (OCPP ClearCache). */
  clearCache: endpoint({
    method: 'POST',
    path: '/device/sseCommand/clearCache',
    proof: 'remote',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: { cpCode: pileCode },
    output: sentCommand,
  }),
  /** Requests the present state of a pile and its guns. */
  queryStatus: endpoint({
    method: 'POST',
    path: '/device/sseCommand/queryStatus',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: { cpCode: pileCode },
    output: sentCommand,
  }),
  /**
   * Asks a station for one of its own messages (OCPP TriggerMessage, or ExtendedTriggerMessage of its security extension where `extended` is 1);
   * `gunNumber` for those about one gun, otherwise for all guns.
   */
  triggerMessage: endpoint({
    method: 'POST',
    path: '/device/sseCommand/triggerMessage',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: {
      cpCode: pileCode,
      message: choice(triggeredMessage),
      extended: choice(yesNo, { initial: 0 }),
      gunNumber: optional(count({ min: 1, max: 4 })),
    },
    output: sentCommand,
  }),
  /** Reads any configuration key (OCPP GetConfiguration). The command keeps the value, except for passwords. */
  readKey: endpoint({
    method: 'POST',
    path: '/device/sseCommand/readKey',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: { cpCode: pileCode, key: configurationKey },
    output: sentCommand,
  }),
  /** Sets any configuration key (OCPP ChangeConfiguration) except passwords. */
  setKey: endpoint({
    method: 'POST',
    path: '/device/sseCommand/setKey',
    proof: 'remote',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: { cpCode: pileCode, key: configurationKey, value: text({ max: 500 }) },
    output: sentCommand,
  }),
  /** Sends a message of a vendor (OCPP DataTransfer). The command keeps the data of the answer. */
  transferData: endpoint({
    method: 'POST',
    path: '/device/sseCommand/transferData',
    proof: 'remote',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: {
      cpCode: pileCode,
      vendorId: text({ min: 1, max: 255 }),
      messageId: optional(text({ min: 1, max: 50 })),
      data: optional(text({ max: 2_000 })),
    },
    output: sentCommand,
  }),
  /**
   * Makes a pile send end records again (native 1007): of one order, or of all charges that ended from `recallFrom` to `recallTo`. Records that were
   * never uploaded come too, so `confirmed` is required.
   */
  recallOrders: endpoint({
    method: 'POST',
    path: '/device/sseCommand/recallOrders',
    proof: 'remote',
    allow: 'deviceCommand:recall',
    idempotent: true,
    input: {
      cpCode: pileCode,
      chargingOrderNo: optional(text({ min: 1, max: 32 })),
      recallFrom: optional(instant()),
      recallTo: optional(instant()),
      confirmed: choice(yesNo, { initial: 0 }),
    },
    output: sentCommand,
  }),
};
