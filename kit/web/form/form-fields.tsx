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
import type { AvailabilityChecks } from './availability-check.ts';
import { availabilityWords } from './availability-words.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';

/** Marked as required in the form, although the field is optional for callers, who may give another one in its place. */
type OwnInput = ComponentType<InputProps> & { readonly isNeeded?: boolean };

/** Inputs that a page supplies for single fields. Like all inputs, they take and return wire values. */
export type OwnInputs = Readonly<Record<string, OwnInput | undefined>>;

interface FormFieldsProps {
  readonly draft: Pick<AnyDraftHandle, 'of' | 'fields' | 'check' | 'availability' | 'recordFilledIn'>;
  /** The edited row, which contains the display texts of its references. */
  readonly row?: PlainRow | undefined;
  readonly inputs?: OwnInputs | undefined;
}

/** The inputs of a draft in two columns, or one on a phone. Must be inside antd's `Form`. */
export const FormFields = ({ draft, row, inputs = {} }: FormFieldsProps) => (
  <div className="co-form">
    {draft.fields.map((draftField) => (
      <Form.Item
        key={draftField.name}
        name={draftField.name}
        label={draftField.label}
        required={draftField.required || inputs[draftField.name]?.isNeeded === true}
        rules={[draft.check(draftField)]}
        validateTrigger={[]}
        validateFirst
        extra={draftField.hint}
        className={isWide(draftField.field) ? 'co-form-wide' : ''}
      >
        <Control biz={draft.of.name} draft={draft} draftField={draftField} row={row} Own={inputs[draftField.name]} />
      </Form.Item>
    ))}
  </div>
);

/** Loaded with the first masked number. */
const PersonalInput = lazyComponent(
  () => import('../personal/personal-input.tsx').then((input) => input.PersonalInput),
  ({ of: _of, rowKey: _key, name: _name, shown: _shown, label: _label, ...props }) => <FieldInput {...props} disabled />,
);

interface ControlProps extends Omit<InputProps, 'field'> {
  readonly draft: FormFieldsProps['draft'];
  readonly draftField: DraftField;
  readonly row: PlainRow | undefined;
  readonly Own: ComponentType<InputProps> | undefined;
}

/** Form.Item passes value, onChange, id and the ARIA attributes to this component. */
const Control = ({ draft: { of, availability, recordFilledIn }, draftField, row, Own, ...controlProps }: ControlProps) => {
  const { recheck, leave } = useChecks(draftField, availability);
  const text = row?.[`${draftField.name}_dictText`];
  const onChange = (value: unknown) => {
    controlProps.onChange?.(value);
    recheck();
  };
  const props = { ...controlProps, onChange, field: draftField.field, disabled: draftField.fixed, ...(typeof text === 'string' && { text }) };
  const storedValue = row?.[draftField.name];
  const input =
    draftField.field.kind === 'ref' ? (
      <RefControl {...props} name={draftField.name} recordFilledIn={recordFilledIn} />
    ) : isMask(draftField.field, storedValue) ? (
      <PersonalInput {...props} of={of} rowKey={String(row?.[of.key])} name={draftField.name} shown={storedValue} label={draftField.label} />
    ) : (
      <FieldInput {...props} />
    );
  return (
    <div className="co-control" onBlur={leave}>
      {Own ? <Own {...props} row={row} /> : input}
      {draftField.field.unique && !draftField.fixed && <AvailabilityNote name={draftField.name} availability={availability} />}
    </div>
  );
};

/**
 * Validates a value when its input loses the focus, and an empty one only when the form is submitted. An error disappears as soon as it is
 * corrected.
 */
const useChecks = ({ name, field: { unique, rule } }: DraftField, availability: AvailabilityChecks) => {
  const isCheckedByServer = (unique ?? rule) !== undefined;
  const form = Form.useFormInstance<PlainRow>();
  const check = () => {
    form.validateFields([name]).catch(() => undefined);
  };
  return {
    recheck: () => {
      availability.forget(name);
      const isWrong = form.getFieldError(name).length > 0;
      // A check by the server runs when the input loses the focus, not on each keystroke.
      if (isWrong && isCheckedByServer) form.setFields([{ name, errors: [] }]);
      else if (isWrong) check();
    },
    leave: () => {
      if (![null, undefined, ''].includes(form.getFieldValue(name) as null)) check(); // includes() must accept a value of any type
    },
  };
};

/** The state of a uniqueness check while the value has no error. It is beside the label, so that nothing moves below the pointer. */
const AvailabilityNote = ({ name, availability }: { readonly name: string; readonly availability: AvailabilityChecks }) => {
  const say = useSay();
  const check = useStore(availability.store)[name];
  const text = check && say(availabilityWords[check]);
  return (
    <output className="co-hint co-free" title={text}>
      {text}
    </output>
  );
};

interface RefControlProps extends InputProps, Pick<AnyDraftHandle, 'recordFilledIn'> {
  readonly name: string;
}

/** A reference input. The wider scopes of the form restrict its choices. A choice fills wider scopes that are empty, and clears narrower ones. */
const RefControl = ({ name, field, value, onChange, text, disabled, recordFilledIn, ...aria }: RefControlProps) => {
  const form = Form.useFormInstance<PlainRow>();
  const scopeValues = Form.useWatch((values: PlainRow) => withinOf(name, values), form);
  const widerOf = (selected: PickerRow | undefined): PlainRow =>
    Object.fromEntries(widerScopes(name).flatMap((scope) => (selected?.[scope] && !form.getFieldValue(scope) ? [[scope, selected[scope]]] : [])));
  const onSelect = (next: string | null, selected: PickerRow | undefined) => {
    form.setFieldsValue({ ...widerOf(selected), ...Object.fromEntries(narrowerScopes(name).map((scope) => [scope, null])) });
    onChange?.(next);
  };
  const onTaken = (onlyRow: PickerRow) => {
    recordFilledIn({ ...widerOf(onlyRow), [name]: onlyRow.value });
    onSelect(onlyRow.value, onlyRow);
  };
  return (
    <RefSelect
      {...controlOf(aria)}
      to={field.to ?? ''}
      value={typeof value === 'string' ? value : null}
      onChange={onSelect}
      onTaken={onTaken}
      scope={scopeValues}
      text={text}
      takeOnly={!field.optional}
      allowClear={field.optional}
      disabled={disabled}
    />
  );
};
