import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useSay } from '#kit/web/language.ts';
import { Help, percent } from './figure.web.tsx';
import { HourDrawer } from './hour-drawer.web.tsx';
import type { HeatCell } from './hour-drawer.web.tsx';
import { operationWords as words, weekdayWords } from './operation.labels.ts';
import type { HeatAnalysis } from './operation.ts';
import type { BoardQuery } from './operation.web.tsx';

interface HeatProps {
  readonly heat: HeatAnalysis;
  readonly query: BoardQuery;
}

const HOURS_BETWEEN_LABELS = 3;
const HEAT_STEPS = 10;
const FIRST: HeatCell = { weekday: 1, hour: 0 };

/**
 * A table, so that it can be read and heard; each cell is as strong as its share, relative to the busiest, and opens its days. The arrow keys go from cell to
 * cell, so that Tab does not stop at each of them.
 */
export const Heat = ({ heat: { from, to, shares }, query }: HeatProps) => {
  const say = useSay();
  const [opened, setOpened] = useState<HeatCell>();
  const [tabStop, setTabStop] = useState(FIRST);
  const table = useRef<HTMLTableElement>(null);
  const most = Math.max(0, ...shares.flat().map((share) => share ?? 0));
  const nameOf = ({ weekday, hour }: HeatCell): string => `${say(weekdayWords[weekday - 1] ?? words.none)} ${say(words.hour, { n: hour })}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = {
      weekday: clamp(tabStop.weekday + step.weekday, { min: 1, max: shares.length }),
      hour: clamp(tabStop.hour + step.hour, { min: 0, max: LAST_HOUR }),
    };
    setTabStop(next);
    table.current?.querySelector<HTMLButtonElement>(`button[data-cell="${next.weekday} ${next.hour}"]`)?.focus();
  };
  return (
    <section className="co-card op-box">
      <h2>
        <Help help={say(words.heatHelp, { from, to })}>{say(words.heat)}</Help>
      </h2>
      <div className="op-heat">
        <table ref={table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="co-sr">{say(words.heat)}</span>
              </th>
              {shares[0]?.map((_share, hour) => (
                <th key={hour} scope="col">
                  <span className={hour % HOURS_BETWEEN_LABELS === 0 ? undefined : 'co-sr'}>{say(words.hour, { n: hour })}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shares.map((row, at) => (
              <tr key={weekdayWords[at]?.[2]}>
                <th scope="row">{say(weekdayWords[at] ?? words.none)}</th>
                {row.map((share, hour) => {
                  const cell = { weekday: at + 1, hour };
                  const isStop = cell.weekday === tabStop.weekday && hour === tabStop.hour;
                  return (
                    <td key={hour} data-step={most === 0 || share === null ? 0 : Math.round((share / most) * HEAT_STEPS)}>
                      <button
                        type="button"
                        data-cell={`${cell.weekday} ${hour}`}
                        tabIndex={isStop ? 0 : -1}
                        title={`${nameOf(cell)} ${percent(share)}`}
                        aria-label={percent(share)}
                        onKeyDown={onKeyDown}
                        onFocus={() => setTabStop(cell)}
                        onClick={() => setOpened(cell)}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {opened && <HourDrawer name={nameOf(opened)} cell={opened} to={to} query={query} onClose={() => setOpened(undefined)} />}
    </section>
  );
};

const STEPS: Readonly<Record<string, HeatCell | undefined>> = {
  ArrowLeft: { weekday: 0, hour: -1 },
  ArrowRight: { weekday: 0, hour: 1 },
  ArrowUp: { weekday: -1, hour: 0 },
  ArrowDown: { weekday: 1, hour: 0 },
};
const LAST_HOUR = 23;
const clamp = (value: number, { min, max }: { readonly min: number; readonly max: number }): number => Math.min(max, Math.max(min, value));
