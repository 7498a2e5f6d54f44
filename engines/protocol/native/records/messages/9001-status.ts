import { brief } from '../../../codec/kind.ts';
import { code } from '../../../codec/number.ts';
import { cpWorkStat, gunWorkStat } from '../../codes.ts';
import {
  ampereField,
  celsiusField,
  energyField,
  fromPile,
  gunNumberField,
  meterField,
  moneyField,
  orderNoField,
  plainReply,
  socField,
  timeField,
  voltField,
} from '../fields.ts';
import { listOf, orElse, record, whole } from '../kind.ts';

/** More guns are not reported by one pile. */
export const GUNS_MAX = 4;

/** The pile's state and that of each of its guns, at the pile interval and after each change. */
export const status = fromPile('timed status', {
  time: timeField(),
  cpWorkStat: whole(brief(code(cpWorkStat))),
  guns: listOf(
    record({
      gunNumber: gunNumberField(),
      gunWorkStat: whole(brief(code(gunWorkStat))),
      voltage: voltField(),
      current: ampereField(),
      meter: meterField(),
      /** Of the present charge; 0 without one. */
      energy: energyField(),
      money: moneyField(),
      soc: socField(),
      /** The battery's values; absent where the pile cannot know them. */
      bmsDemandVoltage: orElse(voltField(), null),
      bmsDemandCurrent: orElse(ampereField(), null),
      bmsVoltage: orElse(voltField(), null),
      bmsCurrent: orElse(ampereField(), null),
      gunPosTemp: orElse(celsiusField(), null),
      gunNegTemp: orElse(celsiusField(), null),
      orderNo: orElse(orderNoField(), ''),
    }),
    { min: 1, max: GUNS_MAX },
  ),
});

export const statusReply = plainReply('timed status reply');
