import type { ScreenSums } from '#domains/insight/resources.ts';
import { Bars } from '../parts/bars.tsx';
import { Panel } from '../parts/panel.tsx';
import { useSpeech } from '../say.tsx';

const LABEL_EVERY = 4;

/** Energy by hour; a charge counts in the hour in which it began. */
export const HoursPanel = ({
  sums: { hoursDwh, yesterdayHoursDwh, hour },
  className = '',
}: {
  readonly sums: ScreenSums;
  readonly className?: string;
}) => {
  const { say } = useSpeech();
  const bars = hoursDwh.map((value, index) => ({
    label: String(index).padStart(2, '0'),
    value,
    before: yesterdayHoursDwh[index] ?? 0,
    isOpen: index === hour,
  }));
  return (
    <Panel
      title={say('hours')}
      hint={say('hoursHint')}
      className={className}
      isEmpty={bars.every(({ value, before }) => value === 0 && before === 0)}
    >
      <Bars bars={bars} title={say('hours')} labelEvery={LABEL_EVERY} />
    </Panel>
  );
};
