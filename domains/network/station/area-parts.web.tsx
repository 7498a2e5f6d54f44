import { useId } from 'react';
import { AreaInput, pathNames } from '#domains/system/web.ts';
import { controlOf } from '#kit/web/control-props.ts';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import { stationLabels } from './station.labels.ts';

/** The area of a station, in three selects. */
export const AreaField = ({ value, onChange, disabled = false, ...aria }: InputProps) => (
  <AreaInput
    type="select"
    {...controlOf(aria)}
    disabled={disabled}
    value={typeof value === 'string' ? value : null}
    onChange={(code) => onChange?.(code)}
  />
);

export interface AreaFilterProps {
  readonly rows: Pick<Rows<unknown>, 'state' | 'change'>;
}

/** Filters the list by an area, including areas below it. */
export const AreaFilter = ({ rows }: AreaFilterProps) => {
  const say = useSay();
  const id = useId();
  const { filters } = rows.state;
  const change = (code: string | null) => {
    const { areaCode: _before, ...others } = filters;
    rows.change({ filters: code === null ? others : { ...others, areaCode: `${digitsOf(code)}*` } });
  };
  return (
    <div className="co-card ar-filter">
      <label htmlFor={id}>{say(stationLabels.fields.areaCode)}</label>
      <AreaInput id={id} value={filters['areaCode'] === undefined ? null : codeOf(filters['areaCode'])} onChange={change} />
    </div>
  );
};

/** Value input of an advanced query by area: it matches the area and everything in it, because their codes share a prefix. */
export const AreaFilterInput = ({ value, onChange, disabled = false, ...aria }: InputProps) => (
  <AreaInput
    {...controlOf(aria)}
    disabled={disabled}
    value={typeof value === 'string' ? codeOf(value) : null}
    onChange={(code) => onChange?.(code === null ? null : digitsOf(code))}
  />
);

/** The area names of such code prefixes. */
export const areaNamesOfFilters = async (filterTexts: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const names = await pathNames(filterTexts.map(codeOf));
  return new Map(
    filterTexts.flatMap((digits) => {
      const name = names.get(codeOf(digits));
      return name === undefined ? [] : [[digits, name] as const];
    }),
  );
};

const digitsOf = (code: string): string => code.replace(/(00)+$/u, '');

const DIGITS = 6;

/** Completes a prefix to six digits: `33*` becomes the code of the province itself. */
const codeOf = (filter: string): string => filter.replace('*', '').padEnd(DIGITS, '0');
