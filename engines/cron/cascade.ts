import { chooses } from './expression.ts';
import type { Cron } from './expression.ts';
import type { Part, PartName } from './part.ts';

const zero: Part = { mode: 'list', values: [0] };
const first: Part = { mode: 'list', values: [1] };
const unset: Part = { mode: 'unset' };
const every: Part = { mode: 'every' };

/** The expression after one part was chosen, with the resulting changes of the other parts. */
export const choosePart = (cron: Cron, name: PartName, part: Part): Cron => below(exclude({ ...cron, [name]: part }, name), name);

/** Day and week are mutually exclusive; exactly one of the two is set. */
const exclude = (cron: Cron, name: PartName): Cron => {
  if (name !== 'day' && name !== 'week') return cron;
  const other = name === 'day' ? 'week' : 'day';
  if (cron[name].mode !== 'unset') return { ...cron, [other]: unset };
  return cron[other].mode === 'unset' ? { ...cron, [other]: every } : cron;
};

/**
 * A chosen month means one moment of that month, so the next finer part becomes its first value where it is still "every", and so on
 * down to seconds.
 */
const below = (cron: Cron, name: PartName): Cron => {
  if (!chooses(cron[name])) return cron;
  switch (name) {
    case 'second':
      return cron;
    case 'minute':
      return filled(cron, 'second', zero);
    case 'hour':
      return filled(cron, 'minute', zero);
    case 'day':
    case 'week':
      return filled(cron, 'hour', zero);
    case 'month':
      return filled(cron, cron.day.mode === 'unset' ? 'week' : 'day', first);
    case 'year':
      return filled(cron, 'month', first);
  }
};

const filled = (cron: Cron, name: PartName, part: Part): Cron => (cron[name].mode === 'every' ? below({ ...cron, [name]: part }, name) : cron);
