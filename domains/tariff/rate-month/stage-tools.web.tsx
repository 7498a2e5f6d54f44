import { editorWords } from '#kit/web/year/year-words.ts';
import { InputNumber } from 'antd';
import HighlightOutlined from '@ant-design/icons/HighlightOutlined';
import { itemOf } from '#kit/fields/codes.ts';
import { useSay } from '#kit/web/language.ts';
import { rateStage } from '../tariff.codes.ts';
import { priceStage, stagesOf } from './periods.rules.ts';
import type { Periods, Stage } from './periods.rules.ts';
import { monthWords } from './rate-month.labels.ts';

interface BrushesProps {
  readonly brush: Stage | undefined;
  readonly onBrush: (stage: Stage | undefined) => void;
}

/** The stages as brushes for the bar; clicking the selected one deselects it. */
export const Brushes = ({ brush, onBrush }: BrushesProps) => {
  const say = useSay();
  return (
    <fieldset className="rm-bare rm-brushes" aria-label={say(monthWords.brush)}>
      <span className="rm-tool-label" title={say(monthWords.brushHint)}>
        <HighlightOutlined /> {say(monthWords.brush)}
      </span>
      {Object.values(rateStage.items).map(({ value, words }) => (
        <button
          key={value}
          type="button"
          className={`rm-brush rm-stage-${value}`}
          aria-pressed={brush === value}
          onClick={() => onBrush(brush === value ? undefined : value)}
        >
          {say(words)}
        </button>
      ))}
    </fieldset>
  );
};

interface StagePricesProps {
  readonly periods: Periods;
  readonly unit: string;
  readonly onChange: (periods: Periods, step: string) => void;
}

/** One price for all periods of a stage. Shown when one of several stages occurs more than once. */
export const StagePrices = ({ periods, unit, onChange }: StagePricesProps) => {
  const say = useSay();
  const stages = stagesOf(periods);
  if (stages.length < 2 || stages.length === periods.length) return null;
  return (
    <fieldset className="rm-bare rm-stage-prices" aria-label={say(monthWords.stagePrices)}>
      <span className="rm-tool-label">{say(monthWords.stagePrices)}</span>
      {stages.map(({ stage, rate, slots }) => {
        const words = itemOf(rateStage, stage)?.words;
        return (
          <label key={stage} className="rm-stage-price">
            <span className={`rm-swatch rm-stage-${stage}`}>{words && say(words)}</span>
            <InputNumber<string>
              stringMode
              controls={false}
              keyboard={false}
              value={rate === undefined || rate === '' ? null : rate}
              placeholder={rate === undefined ? say(monthWords.several) : ''}
              onChange={(next) => onChange(priceStage(periods, stage, { rate: next ?? '' }), `stage ${stage}`)}
              suffix={unit}
            />
            <small>{say(editorWords.hours, { n: slots / 2 })}</small>
          </label>
        );
      })}
    </fieldset>
  );
};
