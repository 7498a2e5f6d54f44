import { Form } from 'antd';
import { useId, useState } from 'react';
import type { ComponentType } from 'react';
import { optional, ref, text } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import type { Exhibit } from '#kit/web/gallery/exhibit.ts';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { pickerWords } from '#kit/web/picker/picker-words.ts';
import { DepartInput, DepartsInput } from '../../depart/depart-input.web.tsx';
import { UsersInput } from './user-input.web.tsx';

interface PickerFrameProps {
  readonly Input: ComponentType<InputProps>;
  readonly title: Words;
  readonly field?: InputProps['field'];
  readonly initial?: unknown;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
}

const PickerFrame = ({
  Input,
  title,
  field = optional(text({ max: 1_000 })),
  initial = null,
  disabled = false,
  invalid = false,
}: PickerFrameProps) => {
  const say = useSay();
  const id = useId();
  const [value, setValue] = useState(initial);
  return (
    <Form component={false}>
      <label htmlFor={id} className="co-sr">
        {say(title)}
      </label>
      <Form.Item noStyle={!invalid} {...(invalid && { validateStatus: 'error' as const, help: say(pickerWords.needOne) })}>
        <Input id={id} field={field} value={value} onChange={setValue} disabled={disabled} />
      </Form.Item>
    </Form>
  );
};

/** The name of the picked row is not known here, so its id is shown. */
const exhibitOf = (name: string, props: Pick<PickerFrameProps, 'Input' | 'title' | 'field'>): Exhibit => ({
  name,
  title: props.title,
  states: {
    empty: () => <PickerFrame {...props} />,
    filled: () => <PickerFrame {...props} initial="1" />,
    invalid: () => <PickerFrame {...props} invalid />,
    disabled: () => <PickerFrame {...props} initial="1" disabled />,
    longText: () => <PickerFrame {...props} initial="somebody.with.a.name.that.is.longer.than.its.box.is.wide.by.far" />,
  },
  never: ['loading'],
});

export const exhibits: readonly Exhibit[] = [
  exhibitOf('pick-users', { Input: UsersInput, title: ['选择用户', '選擇使用者', 'People'] }),
  exhibitOf('pick-depart', { Input: DepartInput, title: ['选择部门', '選擇部門', 'Department'] }),
  exhibitOf('pick-departs', { Input: DepartsInput, title: ['选择多个部门', '選擇多個部門', 'Departments'] }),
  exhibitOf('pick-ref', { Input: FieldInput, field: optional(ref('tenant')), title: ['引用', '參照', 'Another noun'] }),
];
