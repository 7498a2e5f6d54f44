import { fromHex } from '../../../codec/bytes.ts';
import { brief } from '../../../codec/kind.ts';
import { code } from '../../../codec/number.ts';
import { hex } from '../../../codec/text.ts';
import { accountType, orderType, recordResult, startSource, stopReason } from '../../codes.ts';
import { amountE4, energy } from '../../units.ts';
import {
  accountField,
  energyField,
  fromPile,
  fromPlatform,
  gunNumberField,
  meterField,
  moneyField,
  orderNoField,
  rateRuleNoField,
  socField,
  timeField,
  vinField,
} from '../fields.ts';
import { decimal, orElse, whole, words } from '../kind.ts';
import { CHECK_CODE_BYTES } from '../../secret.ts';

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
/** elec01 to elec48: half hours of the station's day, the first from midnight. */
export type SlotName = `elec0${Exclude<Digit, 0>}` | `elec${1 | 2 | 3}${Digit}` | `elec4${Exclude<Digit, 9>}`;

// The overloads state what the compiler cannot infer from numbers: the texts are the 48 names.
function namesOfSlots(): readonly SlotName[];
function namesOfSlots(): readonly string[] {
  return Array.from({ length: 48 }, (_, slot) => `elec${String(slot + 1).padStart(2, '0')}`);
}
export const slotNames = namesOfSlots();

/** A value for each slot, in their order. */
export function bySlot<V>(valueOf: (slot: number) => V): Readonly<Record<SlotName, V>>;
export function bySlot<V>(valueOf: (slot: number) => V): Readonly<Record<string, V>> {
  return Object.fromEntries(slotNames.map((name, slot) => [name, valueOf(slot)]));
}

/** No code: a pile without a secret. */
export const NO_CHECK_CODE = '0'.repeat(2 * CHECK_CODE_BYTES);

/** The same values as in the typed record 0015. A slot without energy may be left out. */
export const order = fromPile('end-of-charging order', {
  orderNo: orderNoField(),
  gunNumber: gunNumberField(),
  orderType: whole(code(orderType)),
  startSource: whole(code(startSource)),
  accountType: whole(code(accountType)),
  account: accountField(),
  vin: vinField(),
  startTime: timeField(),
  stopTime: timeField(),
  startSoc: socField(),
  stopSoc: socField(),
  startMeter: meterField(),
  stopMeter: meterField(),
  chargingElec: decimal(brief(energy())),
  elecTip: energyField(),
  elecPeak: energyField(),
  elecFlat: energyField(),
  elecValley: energyField(),
  ...bySlot(() => orElse(energyField(), 0)),
  elecAmount: moneyField(),
  srvAmount: moneyField(),
  other1Amount: moneyField(),
  other2Amount: moneyField(),
  orderAmount: decimal(brief(amountE4())),
  stopReason: whole(code(stopReason)),
  rateRuleNo: rateRuleNoField(),
  /** Always the last member: see `checkedPart`. */
  checkCode: orElse(words(hex(CHECK_CODE_BYTES)), NO_CHECK_CODE),
});

export const orderReply = fromPlatform('end-of-charging order reply', { result: whole(brief(code(recordResult))) });

/**
 * The part of an order record that its check code covers: the body up to the comma before its last member, which must be the code. Undefined if the
 * body ends in another way. The code covers what was sent, so no agreement about blanks or about the order of the members is needed.
 */
export const checkedPart = (body: Uint8Array): { readonly withoutCode: Uint8Array; readonly code: Uint8Array } | undefined => {
  const from = Math.max(0, body.length - CODE_MEMBER_BYTES);
  const digits = CODE_MEMBER.exec(String.fromCharCode(...body.subarray(from)))?.[1];
  return digits === undefined ? undefined : { withoutCode: body.subarray(0, from), code: fromHex(digits) };
};

const CODE_MEMBER = /^,"checkCode":"([0-9a-fA-F]{16})"\}$/;
const CODE_MEMBER_BYTES = `,"checkCode":"${NO_CHECK_CODE}"}`.length;
