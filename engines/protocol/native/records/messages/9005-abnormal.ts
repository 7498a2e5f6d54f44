import { brief } from '../../../codec/kind.ts';
import { code } from '../../../codec/number.ts';
import { noYes } from '../../codes.ts';
import { fromPile, gunNumberField, plainReply, timeField } from '../fields.ts';
import { bitText, whole } from '../kind.ts';

export const EXCEPTION_BITS = 32;
export const STATUS_BITS = 16;

/** Bits of the status text. */
export const statusBit = { online: 0, door: 1, emergency: 2, firstPlugged: 3, firstCharging: 7, offlineMode: 11, upgrading: 12 } as const;

/** All present exceptions and states of the pile (gun 0) or of a gun. Character i of `exception` is exception code i. */
export const abnormal = fromPile('abnormal event', {
  time: timeField(),
  gunNumber: gunNumberField(),
  exception: bitText(EXCEPTION_BITS),
  status: bitText(STATUS_BITS),
  /** 1: the exceptions are happening. 0: they have ended. */
  happening: whole(brief(code(noYes))),
});

export const abnormalReply = plainReply('abnormal event reply');
