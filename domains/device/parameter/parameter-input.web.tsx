import { Form, Select } from 'antd';
import { useState } from 'react';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import type { Words } from '#kit/fields/words.ts';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { textOf } from '#kit/web/text-of.ts';
import { parameterLabels, parameterWords } from './parameter.labels.ts';
import { gunParameters, parameterValues } from './parameter.ts';
import { parameterNo } from '../protocol.codes.ts';

/** A parameter of the protocol with its name. */
export interface ParameterItem {
  readonly value: CodeValue<typeof parameterNo>;
  readonly words: Words;
}
/** A parameter to be set; gun 0 means the whole pile. */
export interface ParameterSetting {
  readonly paramNo: ParameterItem['value'];
  readonly gunNumber: number;
  readonly value: string | null;
}

const RESTART = parameterNo.items.restart.value;
export const isRestart = (item: ParameterItem): boolean => item.value === RESTART;
/** The field for the value of a parameter; undefined for a restart, which has no value. */
export const fieldOf = (item: ParameterItem): Field | undefined => (isRestart(item) ? undefined : parameterValues[item.value]);

/**
 * The state of the input for one parameter, with the parameter and value it starts with. `read` returns the setting to be sent; for an invalid value
 * it marks the input and returns undefined.
 */
export const useParameterInput = (first?: ParameterItem, firstValue: unknown = null, firstGun = 1) => {
  const say = useSay();
  const language = useLanguage();
  const [item, setItem] = useState(first);
  const [value, setValue] = useState(firstValue);
  const [gunNumber, setGunNumber] = useState(Math.max(1, firstGun));
  const [problem, setProblem] = useState<string>();
  const begin = (next: ParameterItem | undefined): void => {
    setItem(next);
    setValue(null);
    setProblem(undefined);
  };
  const change = (next: unknown): void => {
    setProblem(undefined);
    setValue(next);
  };
  const read = (): ParameterSetting | undefined => {
    if (!item) return undefined;
    const field = fieldOf(item);
    const parsed = field && parse(field, value);
    if (parsed && !parsed.ok) {
      setProblem(problemText(parsed.problem, { label: say(item.words), language }));
      return undefined;
    }
    const text = isRestart(item) ? '1' : textOf(value) || null;
    return { paramNo: item.value, gunNumber: gunParameters.includes(item.value) ? gunNumber : 0, value: text };
  };
  return { item, begin, value, change, gunNumber, setGunNumber, problem, setProblem, read };
};

interface ParameterInputProps {
  readonly input: ReturnType<typeof useParameterInput>;
  readonly gunCount: number;
  /** A text below the input. */
  readonly extra?: string | undefined;
}

/** The inputs for the gun and the value of a parameter; for a parameter without a value, a text on what it does. */
export const ParameterInput = ({ input: { item, value, change, gunNumber, setGunNumber, problem }, gunCount, extra }: ParameterInputProps) => {
  const say = useSay();
  if (!item) return null;
  const field = fieldOf(item);
  return (
    <>
      {gunParameters.includes(item.value) && (
        <Form.Item label={say(parameterLabels.gunNumber)} required htmlFor="parameter-gun">
          <Select id="parameter-gun" value={gunNumber} onChange={setGunNumber} options={gunNumbers(gunCount)} />
        </Form.Item>
      )}
      {field ? (
        <Form.Item
          key={item.value}
          label={say(item.words)}
          required
          htmlFor="parameter-value"
          extra={extra}
          {...(problem !== undefined && { validateStatus: 'error' as const, help: problem })}
        >
          <FieldInput id="parameter-value" field={field} value={value} onChange={change} />
        </Form.Item>
      ) : (
        <>
          <p>{say(isRestart(item) ? parameterWords.restarts : parameterWords.sendsNow)}</p>
          {problem !== undefined && (
            <p role="alert" className="dv-problem">
              {problem}
            </p>
          )}
        </>
      )}
    </>
  );
};

const gunNumbers = (count: number) => Array.from({ length: count }, (_unused, index) => ({ value: index + 1, label: index + 1 }));
