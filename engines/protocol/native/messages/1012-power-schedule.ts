import { list } from '../../codec/composite.ts';
import { u } from '../../codec/number.ts';
import { table } from '../../codec/table.ts';
import { command } from './command.ts';
import { kilowatt, percent } from '../units.ts';

/** At most one period for each half hour of the day. */
const PERIODS_MAX = 48;

export const powerSchedule = command('power schedule', {
  periods: list(
    table({
      /** Of the station's day. */
      startMinute: u(2, { unit: 'min' }),
      /** 0 means the rated power, shared among the guns. */
      changingPower: kilowatt(),
      changingPowerMin: kilowatt(),
      changingSoc: percent(),
      endAction: u(1),
    }),
    PERIODS_MAX,
  ),
});
