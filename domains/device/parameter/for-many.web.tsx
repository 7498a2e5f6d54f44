import { Form, Select } from 'antd';
import { useState } from 'react';
import { pile } from '#domains/network/resources.ts';
import type { PileDialogProps } from '#domains/network/web.ts';
import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { BulkDialog } from '#kit/web/list/bulk-dialog.tsx';
import { textOf } from '#kit/web/text-of.ts';
import { commandWords } from '../command/command.labels.ts';
import { parameterNo } from '../protocol.codes.ts';
import { parameterLabels, parameterWords } from './parameter.labels.ts';
import { ofGun, parameterValues } from './parameter.ts';

const FEATURE = 'parameter';
const RESTART = 0;
const GUNS_MAX = 4;
const items = Object.values(parameterNo.items);
type Item = (typeof items)[number];

interface Chosen {
  readonly item: Item;
  readonly gunNumber: number;
  readonly value: string | null;
}

/** One parameter for several piles; each says for itself whether it can take it. */
export const SetForMany = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const [chosen, setChosen] = useState<Chosen>();
  const hint = say(parameterWords.queued, { where: say(commandWords.tab) });
  if (!chosen) return <Choice count={cpCodes.length} onChosen={setChosen} onClose={onClose} />;
  const { item, gunNumber, value } = chosen;
  const label = say(parameterWords.setOf, { name: say(item.words) });
  const shared = { paramNo: item.value, gunNumber, value };
  const ask = { title: label, label, feature: FEATURE, verb: 'setParameter', ids: cpCodes, shared, hint, danger: item.value === RESTART };
  return <BulkDialog noun={pile} ask={ask} onClose={onClose} />;
};

/** Asks several piles for all they have. */
export const ReadFromMany = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const label = say(parameterWords.readMany);
  const hint = say(parameterWords.queued, { where: say(commandWords.tab) });
  const ask = { title: label, label, feature: FEATURE, verb: 'readParameters', ids: cpCodes, hint, danger: false };
  return <BulkDialog noun={pile} ask={ask} onClose={onClose} />;
};

interface ChoiceProps {
  readonly count: number;
  readonly onChosen: (chosen: Chosen) => void;
  readonly onClose: () => void;
}

const fieldOf = (item: Item | undefined): Field | undefined => (item && item.value !== RESTART ? parameterValues[item.value] : undefined);

const Choice = ({ count, onChosen, onClose }: ChoiceProps) => {
  const say = useSay();
  const language = useLanguage();
  const [item, setItem] = useState<Item>();
  const [value, setValue] = useState<unknown>(null);
  const [gunNumber, setGunNumber] = useState(1);
  const [problem, setProblem] = useState<string>();
  const field = fieldOf(item);
  const begin = (no: number) => {
    setItem(items.find((one) => one.value === no));
    setValue(null);
    setProblem(undefined);
  };
  const submit = () => {
    if (!item) return;
    const parsed = field && parse(field, value);
    if (parsed && !parsed.ok) return setProblem(problemText(parsed.problem, { label: say(item.words), language }));
    const text = item.value === RESTART ? '1' : textOf(value) || null;
    onChosen({ item, gunNumber: ofGun.includes(item.value) ? gunNumber : 0, value: text });
  };
  return (
    <FormDialog
      width={450}
      title={say(parameterWords.setMany, { n: count })}
      okText={say(parameterWords.next)}
      sending={false}
      onClose={onClose}
      onFinish={submit}
    >
      <Form.Item label={say(parameterLabels.paramNo)} required htmlFor="parameter-no">
        <Select
          id="parameter-no"
          showSearch={{ optionFilterProp: 'label' }}
          value={item?.value ?? null}
          onChange={begin}
          options={items.map((one) => ({ value: one.value, label: `${one.value} ${say(one.words)}` }))}
        />
      </Form.Item>
      {item && ofGun.includes(item.value) && (
        <Form.Item label={say(parameterLabels.gunNumber)} required htmlFor="parameter-gun">
          <Select id="parameter-gun" value={gunNumber} onChange={setGunNumber} options={gunNumbers} />
        </Form.Item>
      )}
      {item && field && (
        <Form.Item
          key={item.value}
          label={say(item.words)}
          required
          htmlFor="parameter-value"
          {...(problem !== undefined && { validateStatus: 'error' as const, help: problem })}
        >
          <FieldInput id="parameter-value" field={field} value={value} onChange={setValue} />
        </Form.Item>
      )}
      {item && !field && <p>{say(item.value === RESTART ? parameterWords.restarts : parameterWords.sendsNow)}</p>}
    </FormDialog>
  );
};

const gunNumbers = Array.from({ length: GUNS_MAX }, (_unused, index) => ({ value: index + 1, label: index + 1 }));
