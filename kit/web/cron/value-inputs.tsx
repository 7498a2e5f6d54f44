import { Checkbox, InputNumber, Select } from 'antd';
import { useMemo } from 'react';
import type { PartName } from '#engines/cron/part.ts';
import { languageTags, useLanguage } from '../language.ts';
import { panelBounds } from './modes.ts';

interface ValueProps {
  readonly name: PartName;
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly disabled: boolean;
}

/** One value of a part: a number, or the name of a month or weekday. */
export const ValueInput = ({ name, label, value, onChange, disabled }: ValueProps) => {
  const options = useOptions(name);
  const { min, max } = panelBounds(name);
  if (name === 'month' || name === 'week')
    return <Select<number> className="cron-name" aria-label={label} value={value} onChange={onChange} options={options} disabled={disabled} />;
  return <NumberInput label={label} value={value} onChange={onChange} disabled={disabled} min={min} max={max} />;
};

interface NumberProps extends Omit<ValueProps, 'name'> {
  readonly min: number;
  readonly max: number;
}

export const NumberInput = ({ label, value, onChange, disabled, min, max }: NumberProps) => (
  <InputNumber<number>
    className="cron-number"
    aria-label={label}
    value={value}
    min={min}
    max={max}
    precision={0}
    disabled={disabled}
    onChange={(next) => next !== null && onChange(next)}
  />
);

interface ValuesProps {
  readonly name: PartName;
  readonly label: string;
  readonly values: readonly number[];
  readonly onChange: (values: readonly number[]) => void;
  readonly disabled: boolean;
}

/** Several values of a part as checkboxes; for years, of which there are too many, a select. */
export const ValuesInput = ({ name, label, values, onChange, disabled }: ValuesProps) => {
  const options = useOptions(name);
  if (name === 'year')
    return (
      <Select<number[]>
        mode="multiple"
        className="co-wide"
        aria-label={label}
        value={[...values]}
        onChange={onChange}
        options={options}
        disabled={disabled}
      />
    );
  return (
    <fieldset aria-label={label} className={name === 'month' || name === 'week' ? 'cron-ticks cron-ticks-names' : 'cron-ticks'}>
      {options.map(({ value, label: text }) => (
        <Checkbox
          key={value}
          checked={values.includes(value)}
          disabled={disabled}
          onChange={({ target }) => onChange(target.checked ? [...values, value] : values.filter((item) => item !== value))}
        >
          {text}
        </Checkbox>
      ))}
    </fieldset>
  );
};

const MONTH_YEAR = 2026;
/** 4 January 2026 is a Sunday; the names of the weekdays are formatted from it. */
const SUNDAY_OF_JANUARY = 4;

const useOptions = (name: PartName): { value: number; label: string }[] => {
  const language = useLanguage();
  return useMemo(() => {
    const { min, max } = panelBounds(name);
    const tag = languageTags[language];
    const formatter = new Intl.DateTimeFormat(tag, { ...(name === 'month' ? { month: 'long' } : { weekday: 'long' }), timeZone: 'UTC' });
    return Array.from({ length: max - min + 1 }, (_unused, index) => {
      const value = min + index;
      if (name === 'month') return { value, label: formatter.format(Date.UTC(MONTH_YEAR, index)) };
      if (name === 'week') return { value, label: formatter.format(Date.UTC(MONTH_YEAR, 0, SUNDAY_OF_JANUARY + index)) };
      return { value, label: String(value) };
    });
  }, [name, language]);
};
