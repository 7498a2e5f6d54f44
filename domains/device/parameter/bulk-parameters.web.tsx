import { Form, Select } from 'antd';
import { useState } from 'react';
import { pile } from '#domains/network/resources.ts';
import type { PileDialogProps } from '#domains/network/web.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { BulkDialog } from '#kit/web/list/actions/bulk-dialog.tsx';
import { commandWords } from '../command/command.labels.ts';
import { parameterNo } from '../protocol.codes.ts';
import { parameterLabels, parameterWords } from './parameter.labels.ts';
import { isRestart, ParameterInput, useParameterInput } from './parameter-input.web.tsx';
import type { ParameterItem, ParameterSetting } from './parameter-input.web.tsx';

const FEATURE = 'parameter';
const GUNS_MAX = 4;
const items: readonly ParameterItem[] = Object.values(parameterNo.items);

interface ChosenSetting {
  readonly item: ParameterItem;
  readonly setting: ParameterSetting;
}

/** Sets one parameter of several piles; the result is shown for each pile. */
export const BulkSetParameter = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const [chosen, setChosen] = useState<ChosenSetting>();
  const hint = say(parameterWords.queued, { where: say(commandWords.tab) });
  if (!chosen) return <ParameterChoice count={cpCodes.length} onChosen={setChosen} onClose={onClose} />;
  const label = say(parameterWords.setOf, { name: say(chosen.item.words) });
  const ask = {
    title: label,
    label,
    feature: FEATURE,
    verb: 'setParameter',
    ids: cpCodes,
    shared: { ...chosen.setting },
    hint,
    danger: isRestart(chosen.item),
  };
  return <BulkDialog noun={pile} request={ask} onClose={onClose} />;
};

/** Reads all parameters of several piles. */
export const BulkReadParameters = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const label = say(parameterWords.readMany);
  const hint = say(parameterWords.queued, { where: say(commandWords.tab) });
  const ask = { title: label, label, feature: FEATURE, verb: 'readParameters', ids: cpCodes, hint, danger: false };
  return <BulkDialog noun={pile} request={ask} onClose={onClose} />;
};

interface ChoiceProps {
  readonly count: number;
  readonly onChosen: (chosen: ChosenSetting) => void;
  readonly onClose: () => void;
}

const ParameterChoice = ({ count, onChosen, onClose }: ChoiceProps) => {
  const say = useSay();
  const input = useParameterInput();
  const submit = () => {
    const setting = input.read();
    if (input.item && setting) onChosen({ item: input.item, setting });
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
          value={input.item?.value ?? null}
          onChange={(no: number) => input.begin(items.find(({ value }) => value === no))}
          options={items.map(({ value, words }) => ({ value, label: `${value} ${say(words)}` }))}
        />
      </Form.Item>
      <ParameterInput input={input} gunCount={GUNS_MAX} />
    </FormDialog>
  );
};
