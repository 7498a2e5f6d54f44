import { chooses } from './expression.ts';
import type { Cron } from './expression.ts';
import type { CronPart, PartName } from './part.ts';

const zero: CronPart = { mode: 'list', values: [0] };
const first: CronPart = { mode: 'list', values: [1] };
const unset: CronPart = { mode: 'unset' };
const every: CronPart = { mode: 'every' };

/** The expression after one part was set, with the changes of the other parts that follow from it. */
export const choosePart = (cron: Cron, name: PartName, part: CronPart): Cron => fixFinerParts(exclude({ ...cron, [name]: part }, name), name);

/** Day and week are mutually exclusive; exactly one of the two is set. */
const exclude = (cron: Cron, name: PartName): Cron => {
  if (name !== 'day' && name !== 'week') return cron;
  const other = name === 'day' ? 'week' : 'day';
  if (cron[name].mode !== 'unset') return { ...cron, [other]: unset };
  return cron[other].mode === 'unset' ? { ...cron, [other]: every } : cron;
};

/**
 * A chosen month means one moment of that month, so the next finer part becomes its first value where it is still "every", and so on down to seconds.
 */
const fixFinerParts = (cron: Cron, name: PartName): Cron => {
  if (!chooses(cron[name])) return cron;
  switch (name) {
    case 'second':
      return cron;
    case 'minute':
      return chooseIfUnset(cron, 'second', zero);
    case 'hour':
      return chooseIfUnset(cron, 'minute', zero);
    case 'day':
    case 'week':
      return chooseIfUnset(cron, 'hour', zero);
    case 'month':
      return chooseIfUnset(cron, cron.day.mode === 'unset' ? 'week' : 'day', first);
    case 'year':
      return chooseIfUnset(cron, 'month', first);
  }
};

const chooseIfUnset = (cron: Cron, name: PartName, part: CronPart): Cron =>
  cron[name].mode === 'every' ? fixFinerParts({ ...cron, [name]: part }, name) : cron;
