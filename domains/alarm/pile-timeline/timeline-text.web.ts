import { orderState } from '#domains/charging/resources.ts';
import { commandName, commandStat, replyResult } from '#domains/device/resources.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { CodeTable } from '#kit/fields/codes.ts';
import { formatSpan } from '#kit/web/format.ts';
import { useSay } from '#kit/web/language.ts';
import { exceptionName } from '../exception-conf/exception-names.ts';
import { solveStat } from '../exception-record/exception-record.ts';
import { openAlarmWords } from '../open-alarm/open-alarm.labels.ts';
import { pileTimelineWords as words } from './pile-timeline.labels.ts';
import type { TimelineItem } from './pile-timeline.ts';

interface ItemText {
  readonly what: string;
  readonly state: string;
  /** Empty for what has no duration. */
  readonly lasted: string;
}

const SECOND_MS = 1_000;

/** What an item of the axis is called, in the viewer's language. */
export const useItemText = (): ((item: TimelineItem) => ItemText) => {
  const say = useSay();
  const named = (table: CodeTable, value: unknown): string => {
    const item = itemOf(table, value);
    return item ? say(item.words) : '';
  };
  return (item) => {
    const { kind, at, end, gunNumber, type, code, text, stat, result } = item;
    const gun = gunNumber === 0 ? '' : `${say(openAlarmWords.gun, { n: gunNumber })} `;
    const seconds = end === null ? 0 : (Date.parse(end) - Date.parse(at)) / SECOND_MS;
    const lasted = end === null ? say(words.lasts) : seconds > 0 ? formatSpan(seconds) : '';
    switch (kind) {
      case 'exception':
        return {
          lasted,
          what: `${gun}${say(exceptionName(type ?? -1, code ?? -1))}${text === '' ? '' : ` (${text})`}`,
          state: named(solveStat, stat),
        };
      case 'order':
        return { lasted, what: `${gun}${text}`, state: named(orderState, stat) };
      case 'command':
        return { lasted, what: `${gun}${named(commandName, text)}`, state: result === null ? named(commandStat, stat) : named(replyResult, result) };
    }
  };
};

/** The page that has more of an item. */
export const pageOfItem = ({ kind, id, text }: TimelineItem, cpCode: string): string => {
  const ofPile = `cpCode=${encodeURIComponent(cpCode)}`;
  switch (kind) {
    case 'exception':
      return `#/monitor/exception-record?${ofPile}`;
    case 'order':
      return `#/order/charging-order?view=${id}`;
    case 'command':
      return `#/device/command?${ofPile}&cmd=${text}`;
  }
};
