import { editorWords } from '#kit/web/year/year-words.ts';
import { useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { SLOT_COUNT, timeOfSlot } from '#engines/time/slots.ts';
import { useSay } from '#kit/web/language.ts';
import { rateStage } from '../tariff.codes.ts';
import { paidRate } from './month-draft.rules.ts';
import { endSlotOf, indexAt, moveStart, startRange } from '#engines/time/day-periods.ts';
import { paint } from './periods.rules.ts';
import type { Periods, Stage } from './periods.rules.ts';

export interface LaneProps {
  readonly periods: Periods;
  readonly label: string;
  /** The fee is the one shown below. */
  readonly active: boolean;
  readonly locked: boolean;
  readonly brush: Stage | undefined;
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
  readonly onChange: (periods: Periods, step?: string) => void;
}

const percent = (slots: number): string => `${(slots / SLOT_COUNT) * 100}%`;

/** Whole half hours from the left edge of the bar, 0 to 48. */
const borderAt = (bar: HTMLElement, clientX: number): number => {
  const { left, width } = bar.getBoundingClientRect();
  return Math.min(SLOT_COUNT, Math.max(0, Math.round(((clientX - left) / width) * SLOT_COUNT)));
};
const slotAt = (bar: HTMLElement, clientX: number): number => {
  const { left, width } = bar.getBoundingClientRect();
  return Math.min(SLOT_COUNT - 1, Math.max(0, Math.floor(((clientX - left) / width) * SLOT_COUNT)));
};

/** A click on a block focuses the row of its period; the browser's default would move the focus to the page. A border takes the focus itself. */
const keepFocus = (event: MouseEvent<HTMLElement>): void => {
  if (event.target instanceof HTMLElement && !event.target.closest('button')) event.preventDefault();
};

/** The 24 hours of a fee in the colours of its stages. They are painted with a brush; borders are dragged or moved by arrow keys. */
export const Lane = ({ periods, label, active, locked, brush, selected, onSelect, onChange }: LaneProps) => {
  const editable = active && !locked;
  const bar = useRef<HTMLFieldSetElement>(null);
  const [stroke, setStroke] = useState<{ readonly from: number; readonly to: number }>();
  const shownPeriods = stroke && brush !== undefined ? paint(periods, spanOf(stroke), brush) : periods;
  const startStroke = (event: PointerEvent<HTMLFieldSetElement>) => {
    if (!editable || event.button !== 0) return;
    const slot = slotAt(event.currentTarget, event.clientX);
    if (brush === undefined) return onSelect(indexAt(periods, slot));
    event.currentTarget.setPointerCapture(event.pointerId);
    setStroke({ from: slot, to: slot });
  };
  const move = (event: PointerEvent<HTMLFieldSetElement>) => {
    if (stroke) setStroke({ ...stroke, to: slotAt(event.currentTarget, event.clientX) });
  };
  const finish = () => {
    if (stroke && brush !== undefined) onChange(paint(periods, spanOf(stroke), brush));
    setStroke(undefined);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its borders are buttons, and the rows below do by keys what a press does
    <fieldset
      ref={bar}
      aria-label={label}
      className={`rm-bare rm-lane${active ? ' rm-lane-shown' : ''}${editable ? ' rm-lane-active' : ''}${brush !== undefined && editable ? ' rm-lane-brush' : ''}`}
      onPointerDown={startStroke}
      onMouseDown={keepFocus}
      onPointerMove={move}
      onPointerUp={finish}
      onPointerCancel={() => setStroke(undefined)}
    >
      {shownPeriods.map((period, index) => (
        <PeriodBlock key={period.startSlot} periods={shownPeriods} index={index} selected={editable && !stroke && index === selected} />
      ))}
      {editable &&
        !stroke &&
        periods
          .slice(1)
          .map((period, index) => (
            <PeriodBorder key={index} bar={bar} periods={periods} index={index + 1} slot={period.startSlot} onChange={onChange} />
          ))}
    </fieldset>
  );
};

/** The half hours in which a stroke begins and ends are included. */
const spanOf = ({ from, to }: { readonly from: number; readonly to: number }) => ({ from: Math.min(from, to), to: Math.max(from, to) + 1 });

const PeriodBlock = ({ periods, index, selected }: { readonly periods: Periods; readonly index: number; readonly selected: boolean }) => {
  const say = useSay();
  const period = periods[index];
  if (!period) return null;
  const end = endSlotOf(periods, index);
  const words = itemOf(rateStage, period.rateStage)?.words;
  const name = words && period.rateStage !== rateStage.items.none.value ? say(words) : '';
  const price = paidRate(period) ?? '?';
  return (
    <span
      className={`rm-block rm-stage-${period.rateStage}${selected ? ' rm-block-selected' : ''}`}
      style={{ left: percent(period.startSlot), width: percent(end - period.startSlot) }}
      title={`${timeOfSlot(period.startSlot)}–${timeOfSlot(end)} ${name} ${price}`}
    >
      <span className="rm-block-text">
        {name !== '' && <b>{name}</b>}
        <small>{price}</small>
      </span>
    </span>
  );
};

interface BorderProps {
  readonly bar: { readonly current: HTMLElement | null };
  readonly periods: Periods;
  readonly index: number;
  readonly slot: number;
  readonly onChange: LaneProps['onChange'];
}

const slotsByKey: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -2, PageUp: 2 };

/** A border between two periods: dragged, or moved by half an hour with an arrow key. */
const PeriodBorder = ({ bar, periods, index, slot, onChange }: BorderProps) => {
  const say = useSay();
  const { from, to } = startRange(periods, index);
  const step = `border ${index}`;
  const press = (event: KeyboardEvent) => {
    const stepSlots = slotsByKey[event.key];
    const target = event.key === 'Home' ? from : event.key === 'End' ? to : stepSlots === undefined ? undefined : slot + stepSlots;
    if (target === undefined) return;
    event.preventDefault();
    onChange(moveStart(periods, index, target), step);
  };
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !bar.current) return;
    const target = borderAt(bar.current, event.clientX);
    if (target !== slot) onChange(moveStart(periods, index, target), step);
  };
  return (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input has a track of its own; this one moves on the bar
      role="slider"
      className="rm-border"
      style={{ left: percent(slot) }}
      aria-label={say(editorWords.border, { time: timeOfSlot(slot) })}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={slot}
      aria-valuetext={timeOfSlot(slot)}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
    >
      <span className="rm-border-time">{timeOfSlot(slot)}</span>
    </button>
  );
};
