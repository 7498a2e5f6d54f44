import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useMemo } from 'react';
import { useSay } from '#kit/web/language.ts';
import { billMode, rateType } from '../tariff.codes.ts';
import { DayCurve } from './day-curve.web.tsx';
import { Lane } from './lane.web.tsx';
import { feeOf, newFee, problemsOfFee, putFee } from './month-draft.rules.ts';
import type { FeeEdit, FeeType, MonthEdit } from './month-draft.rules.ts';
import { monthWords } from './rate-month.labels.ts';
import type { Stage } from './periods.rules.ts';
import type { Update } from '#kit/web/year/use-year.ts';

export interface DayBoardProps {
  readonly month: MonthEdit;
  readonly currency: string;
  /** The fee that is edited below. */
  readonly fee: FeeType;
  readonly onFee: (fee: FeeType) => void;
  readonly locked: boolean;
  readonly brush: Stage | undefined;
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
  readonly onChange: (update: Update<MonthEdit>, step?: string) => void;
  /** Marks fees whose errors prevent the month from being saved. */
  readonly checked: boolean;
}

const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** One day of a month on a time axis: its price curve, and the periods of the four fees below. */
export const DayBoard = (props: DayBoardProps) => {
  const { month, currency } = props;
  const say = useSay();
  const modes = useMemo(() => [...new Set(month.map((fee) => fee.billMode))], [month]);
  return (
    <div className="rm-board">
      <div className="rm-gutter rm-gutter-top">
        <span>{say(monthWords.paidHint)}</span>
        <small>
          {modes.map((mode) => say(mode === billMode.items.byHour.value ? monthWords.perHour : monthWords.perKwh, { currency })).join(', ')}
        </small>
      </div>
      <div className="rm-plot">
        <DayCurve month={month} currency={currency} />
      </div>
      <span className="rm-gutter" />
      <div className="rm-ruler" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
      {Object.values(rateType.items).map(({ value }) => (
        <FeeLane key={value} {...props} type={value} />
      ))}
    </div>
  );
};

const FeeLane = (props: DayBoardProps & { readonly type: FeeType }) => {
  const { month, type, fee: active, onFee, locked, checked } = props;
  const say = useSay();
  const laneFee = feeOf(month, type);
  const item = Object.values(rateType.items).find(({ value }) => value === type);
  const name = item ? say(item.words) : '';
  const isInvalid = checked && laneFee !== undefined && problemsOfFee(laneFee).length > 0;
  return (
    <>
      <button
        type="button"
        className={`rm-gutter rm-fee-name rm-fee-${type}${type === active ? ' rm-fee-active' : ''}${isInvalid ? ' rm-fee-wrong' : ''}`}
        aria-pressed={type === active}
        onClick={() => onFee(type)}
      >
        <span>{name}</span>
        <small>{laneFee ? modeOf(laneFee, say) : say(monthWords.notCharged)}</small>
      </button>
      {laneFee ? (
        <Lane
          periods={laneFee.periods}
          label={say(monthWords.bar, { fee: name })}
          active={type === active}
          locked={locked}
          brush={props.brush}
          selected={props.selected}
          onSelect={props.onSelect}
          onChange={(periods, step) => props.onChange((before) => putFee(before, { ...laneFee, periods }), step && `${type} ${step}`)}
        />
      ) : (
        <UnusedFee
          locked={locked}
          onCharge={() => {
            props.onChange((before) => putFee(before, newFee(type)));
            onFee(type);
          }}
        />
      )}
    </>
  );
};

/** A fee that is not charged this month. */
const UnusedFee = ({ locked, onCharge }: { readonly locked: boolean; readonly onCharge: () => void }) => {
  const say = useSay();
  if (locked) return <span className="rm-lane rm-lane-none" />;
  return (
    <button type="button" className="rm-lane rm-lane-none" onClick={onCharge}>
      <PlusOutlined /> {say(monthWords.charge)}
    </button>
  );
};

const modeOf = (fee: FeeEdit, say: ReturnType<typeof useSay>): string =>
  say((Object.values(billMode.items).find(({ value }) => value === fee.billMode) ?? billMode.items.byEnergy).words);
