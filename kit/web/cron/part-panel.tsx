import { Radio } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { LAST_BEFORE_MAX, partText } from '#engines/cron/part.ts';
import type { CronPart, PartName } from '#engines/cron/part.ts';
import { partWords } from '#kit/fields/cron.ts';
import { useSay } from '../language.ts';
import type { Translate } from '../language.ts';
import { firstOf, NTH, panelModes, panelPart, stepMax, ticked } from './modes.ts';
import type { PanelMode } from './modes.ts';
import { NumberInput, ValueInput, ValuesInput } from './value-inputs.tsx';
import { cronWords as words, unitWords } from './words.ts';

interface PanelProps {
  readonly name: PartName;
  readonly part: CronPart;
  readonly onChange: (part: CronPart) => void;
  readonly disabled: boolean;
}

/** The mode and the values of one part of an expression. Using an input of a mode selects that mode. */
export const PartPanel = ({ name, part, onChange, disabled }: PanelProps) => {
  const say = useSay();
  const panelValue = panelPart(name, part);
  const [year] = useState(() => new Date().getFullYear());
  return (
    <Radio.Group
      className="cron-panel"
      name={`cron-${name}`}
      aria-label={say(words.mode, { part: say(partWords[name]) })}
      value={panelValue.mode}
      disabled={disabled}
      onChange={({ target }) => {
        const mode = panelModes[name].find((item) => item === target.value);
        if (mode) onChange(firstOf(name, mode, year));
      }}
    >
      {panelModes[name].map((mode) => (
        <div key={mode} className="cron-mode">
          <Radio value={mode}>{titleOf(mode, { name, say })}</Radio>
          <Inputs
            name={name}
            part={panelValue.mode === mode ? panelValue : firstOf(name, mode, year)}
            isSelected={panelValue.mode === mode}
            onChange={onChange}
            disabled={disabled}
          />
        </div>
      ))}
      {part.mode === 'mixed' && <p className="cron-note">{say(words.mixed, { text: partText(part) })}</p>}
    </Radio.Group>
  );
};

const titleOf = (mode: PanelMode, { name, say }: { readonly name: PartName; readonly say: Translate }): string => {
  if (mode === 'every') return say(words.every, { unit: say(unitWords[name]) });
  if (mode === 'unset') return say(name === 'day' ? words.unsetDay : words.unsetWeek);
  return say(words[mode]);
};

/** The inputs of a mode. */
const Inputs = ({ name, part, isSelected, onChange, disabled }: PanelProps & { readonly isSelected: boolean }) => {
  const say = useSay();
  const common = { name, onChange, disabled };
  switch (part.mode) {
    case 'range':
      return (
        <>
          <Labelled text={say(words.from)}>
            {(label) => <ValueInput {...common} label={label} value={part.from} onChange={(from) => onChange({ ...part, from })} />}
          </Labelled>
          <Labelled text={say(words.to)}>
            {(label) => <ValueInput {...common} label={label} value={part.to} onChange={(to) => onChange({ ...part, to })} />}
          </Labelled>
        </>
      );
    case 'loop':
      return (
        <>
          <Labelled text={say(words.start)}>
            {(label) => <ValueInput {...common} label={label} value={part.start} onChange={(start) => onChange({ ...part, start })} />}
          </Labelled>
          <Labelled text={say(words.step)} after={say(unitWords[name])}>
            {(label) => (
              <NumberInput
                label={label}
                min={1}
                max={stepMax(name)}
                value={part.step}
                disabled={disabled}
                onChange={(step) => onChange({ ...part, step })}
              />
            )}
          </Labelled>
        </>
      );
    case 'list':
      return isSelected ? (
        <ValuesInput {...common} label={say(words.list)} values={part.values} onChange={(values) => onChange(ticked(name, values))} />
      ) : null;
    default:
      return <DayInputs {...common} part={part} />;
  }
};

/** The inputs that only days and weekdays have. */
const DayInputs = ({ part, onChange, disabled }: PanelProps) => {
  const say = useSay();
  switch (part.mode) {
    case 'workday':
      return (
        <Labelled text={say(words.workdayOf)}>
          {(label) => <ValueInput name="day" label={label} value={part.day} disabled={disabled} onChange={(day) => onChange({ ...part, day })} />}
        </Labelled>
      );
    case 'last':
      return (
        <Labelled text={say(words.before)}>
          {(label) => (
            <NumberInput
              label={label}
              min={0}
              max={LAST_BEFORE_MAX}
              value={part.before}
              disabled={disabled}
              onChange={(before) => onChange({ ...part, before })}
            />
          )}
        </Labelled>
      );
    case 'lastOf':
      return (
        <Labelled text={say(words.weekday)}>
          {(label) => <ValueInput name="week" label={label} value={part.week} disabled={disabled} onChange={(week) => onChange({ ...part, week })} />}
        </Labelled>
      );
    case 'nth':
      return (
        <>
          <Labelled text={say(words.count)}>
            {(label) => <NumberInput label={label} {...NTH} value={part.nth} disabled={disabled} onChange={(nth) => onChange({ ...part, nth })} />}
          </Labelled>
          <Labelled text={say(words.weekday)}>
            {(label) => (
              <ValueInput name="week" label={label} value={part.week} disabled={disabled} onChange={(week) => onChange({ ...part, week })} />
            )}
          </Labelled>
        </>
      );
    default:
      return null;
  }
};

const Labelled = ({ text, after, children }: { readonly text: string; readonly after?: string; readonly children: (label: string) => ReactNode }) => (
  <span className="cron-labelled">
    <span aria-hidden>{text}</span>
    {children(text)}
    {after !== undefined && <span aria-hidden>{after}</span>}
  </span>
);
