import { Button, Form } from 'antd';
import { useEffect, useState } from 'react';
import type { Exhibit } from '../gallery/exhibit.ts';
import { charger, chargerLabels, chargerRow, LONG_NAME, longChargerRow } from '../gallery/charger.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import { useSay } from '../language.ts';
import { textOf } from '../text-of.ts';
import { words } from '../words.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { useAnyDraft } from './draft.ts';
import type { Conflict } from './draft.ts';
import { FormDrawer } from './form-drawer.tsx';
import { FormFields } from './form-fields.tsx';

interface FieldsProps {
  readonly row?: PlainRow;
  readonly checked?: boolean;
}
/** The fields of a drawer's form. The noun has no endpoints, so nothing is ever saved. */
const Fields = ({ row, checked = false }: FieldsProps) => {
  const { form, ...draft } = useAnyDraft({ noun: charger, api: {}, labels: chargerLabels, initial: row });
  useEffect(() => {
    if (checked) form.validateFields().catch(() => undefined);
  }, [form, checked]);
  return (
    <Form form={form} layout="vertical" initialValues={draft.initialValues} component={false}>
      <FormFields draft={draft} />
    </Form>
  );
};

const Opened = () => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(words.add)}</Button>
      <FormDrawer of={charger} api={{}} labels={chargerLabels} open={open} onClose={() => setOpen(false)} />
    </>
  );
};

const conflict: Conflict = {
  base: chargerRow,
  theirs: { ...chargerRow, name: 'North gate, left', power: 120 },
  mine: { ...chargerRow, name: 'Northern gate', speed: 2 },
};
const long: Conflict = { ...conflict, theirs: longChargerRow, mine: { ...chargerRow, name: `${LONG_NAME}, on the left` } };

interface ContestedProps {
  readonly conflict: Conflict;
  readonly saving?: boolean;
}
const Contested = ({ conflict: shown, saving = false }: ContestedProps) => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const [kept, setKept] = useState<PlainRow>();
  const { fields } = useAnyDraft({ noun: charger, api: {}, labels: chargerLabels });
  const done = (values?: PlainRow) => {
    setKept(values);
    setOpen(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(words.conflictTitle)}</Button> <span>{textOf(kept?.['name'])}</span>
      {open && <ConflictDialog conflict={shown} fields={fields} saving={saving} onResolve={done} onCancel={() => done()} />}
    </>
  );
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'form',
    wide: true,
    title: ['表单', '表單', 'Form of a noun'],
    states: {
      empty: () => <Fields />,
      filled: () => <Fields row={chargerRow} />,
      invalid: () => <Fields checked />,
      longText: () => <Fields row={longChargerRow} />,
    },
    never: ['disabled', 'loading'],
    more: [{ name: 'drawer', title: ['抽屉', '抽屜', 'In a drawer'], Shown: Opened }],
  },
  {
    name: 'conflict',
    title: ['编辑冲突', '編輯衝突', 'Edited by two'],
    states: {
      filled: () => <Contested conflict={conflict} />,
      loading: () => <Contested conflict={conflict} saving />,
      longText: () => <Contested conflict={long} />,
    },
    never: ['empty', 'invalid', 'disabled'],
  },
];
