import { Form } from 'antd';
import type { ComponentType } from 'react';
import { isMask } from '#kit/fields/personal.ts';
import type { PickerRow } from '#kit/resource/crud.ts';
import { controlOf } from '../control-props.ts';
import { narrowerScopes, widerScopes } from '#kit/resource/scope.ts';
import { withinOf } from '../kinds/filter.tsx';
import { FieldInput, isWide } from '../kinds/input.tsx';
import type { InputProps } from '../kinds/input.tsx';
import type { PlainRow } from '../kinds/cell.tsx';
import { RefSelect } from '../kinds/ref-select.tsx';
import { useSay } from '../language.ts';
import { useStore } from '../store.ts';
import type { AnyDraftHandle, DraftField } from './draft.ts';
import type { FreeChecks } from './free-check.ts';
import { freeWords } from './free-words.ts';
import { late } from '../code-loading/lazy-component.tsx';

/** A page's own input for a field; it takes and gives the wire's value like all others. */
export type OwnInputs = Readonly<Record<string, ComponentType<InputProps> | undefined>>;

interface FormFieldsProps {
  readonly draft: Pick<AnyDraftHandle, 'of' | 'fields' | 'check' | 'free' | 'noteTaken'>;
  /** The row being edited; it knows the texts of its references. */
  readonly row?: PlainRow | undefined;
  readonly inputs?: OwnInputs | undefined;
}

/** The inputs of a draft in two columns, one on a phone. Stands inside antd's `Form`. */
export const FormFields = ({ draft, row, inputs = {} }: FormFieldsProps) => (
  <div className="co-form">
    {draft.fields.map((one) => (
      <Form.Item
        key={one.name}
        name={one.name}
        label={one.label}
        required={one.required}
        rules={[draft.check(one)]}
        validateTrigger={[]}
        validateFirst
        extra={one.hint}
        className={isWide(one.field) ? 'co-form-wide' : ''}
      >
        <Control biz={draft.of.name} draft={draft} one={one} row={row} Own={inputs[one.name]} />
      </Form.Item>
    ))}
  </div>
);

/** Comes with the first number that is shown in part. */
const PersonalInput = late(
  () => import('../personal/personal-input.tsx').then((input) => input.PersonalInput),
  ({ of: _of, rowKey: _key, name: _name, shown: _shown, label: _label, ...props }) => <FieldInput {...props} disabled />,
);

interface ControlProps extends Omit<InputProps, 'field'> {
  readonly draft: FormFieldsProps['draft'];
  readonly one: DraftField;
  readonly row: PlainRow | undefined;
  readonly Own: ComponentType<InputProps> | undefined;
}

/** Form.Item hands value, onChange, id and the aria attributes to this. */
const Control = ({ draft: { of, free, noteTaken }, one, row, Own, ...given }: ControlProps) => {
  const { recheck, leave } = useChecks(one, free);
  const text = row?.[`${one.name}_dictText`];
  const onChange = (value: unknown) => {
    given.onChange?.(value);
    recheck();
  };
  const props = { ...given, onChange, field: one.field, disabled: one.fixed, ...(typeof text === 'string' && { text }) };
  const shown = row?.[one.name];
  const input =
    one.field.kind === 'ref' ? (
      <RefControl {...props} name={one.name} noteTaken={noteTaken} />
    ) : isMask(one.field, shown) ? (
      <PersonalInput {...props} of={of} rowKey={String(row?.[of.key])} name={one.name} shown={shown} label={one.label} />
    ) : (
      <FieldInput {...props} />
    );
  return (
    <div className="co-control" onBlur={leave}>
      {Own ? <Own {...props} /> : input}
      {one.field.unique && !one.fixed && <FreeNote name={one.name} free={free} />}
    </div>
  );
};

/** A value is judged when its input is left, an empty one not before it is sent; a complaint goes as soon as it is mended. */
const useChecks = ({ name, field: { unique, rule } }: DraftField, free: FreeChecks) => {
  const isAsked = (unique ?? rule) !== undefined;
  const form = Form.useFormInstance<PlainRow>();
  const check = () => {
    form.validateFields([name]).catch(() => undefined);
  };
  return {
    recheck: () => {
      free.forget(name);
      const isWrong = form.getFieldError(name).length > 0;
      // What the server is asked is asked when it is left, not with each letter.
      if (isWrong && isAsked) form.setFields([{ name, errors: [] }]);
      else if (isWrong) check();
    },
    leave: () => {
      if (![null, undefined, ''].includes(form.getFieldValue(name) as null)) check(); // any value may be looked for
    },
  };
};

/** Where the question about a value stands, as long as nothing is wrong with it: beside the label, so that nothing moves away under a press. */
const FreeNote = ({ name, free }: { readonly name: string; readonly free: FreeChecks }) => {
  const say = useSay();
  const now = useStore(free.store)[name];
  const text = now && say(freeWords[now]);
  return (
    <output className="co-hint co-free" title={text}>
      {text}
    </output>
  );
};

interface RefControlProps extends InputProps, Pick<AnyDraftHandle, 'noteTaken'> {
  readonly name: string;
}

/** A reference looks at the scopes chosen above it, fills those still empty, and empties those below. */
const RefControl = ({ name, field, value, onChange, text, disabled, noteTaken, ...aria }: RefControlProps) => {
  const form = Form.useFormInstance<PlainRow>();
  const within = Form.useWatch((values: PlainRow) => withinOf(name, values), form);
  const widerOf = (picked: PickerRow | undefined): PlainRow =>
    Object.fromEntries(widerScopes(name).flatMap((scope) => (picked?.[scope] && !form.getFieldValue(scope) ? [[scope, picked[scope]]] : [])));
  const pick = (next: string | null, picked: PickerRow | undefined) => {
    form.setFieldsValue({ ...widerOf(picked), ...Object.fromEntries(narrowerScopes(name).map((scope) => [scope, null])) });
    onChange?.(next);
  };
  const take = (only: PickerRow) => {
    noteTaken({ ...widerOf(only), [name]: only.value });
    pick(only.value, only);
  };
  return (
    <RefSelect
      {...controlOf(aria)}
      to={field.to ?? ''}
      value={typeof value === 'string' ? value : null}
      onChange={pick}
      onTaken={take}
      within={within}
      text={text}
      takeOnly={!field.optional}
      allowClear={field.optional}
      disabled={disabled}
    />
  );
};
