import { DatePicker, Input, InputNumber, Select, Skeleton, TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import type { Field, Kind } from '#kit/fields/field.ts';
import { useSay } from '../language.ts';
import { textOf } from '../text-of.ts';
import { words } from '../words.ts';
import { controlOf } from '../control-props.ts';
import type { ControlProps } from '../control-props.ts';
import { ListInput } from './list-input.tsx';
import type { PlainRow } from './cell.tsx';
import { RefSelect } from './ref-select.tsx';
import type { ScopeFilter } from './ref-select.tsx';
import { ZoneSelect } from './zone-select.tsx';
import { lazyComponent } from '../code-loading/lazy-component.tsx';

/** Every input takes and returns wire values, so a form's values can be sent as they are. */
export interface InputProps extends ControlProps {
  readonly field: Field;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  /** Ref: the scopes that are selected in the same form. */
  readonly scope?: ScopeFilter;
  /** Ref: the display text of the value, if it is known. */
  readonly text?: string | undefined;
  /** Inputs that a page supplies: the edited row; undefined while one is added. */
  readonly row?: PlainRow | undefined;
  /** Image: the upload folder, which is the name of the noun. */
  readonly biz?: string;
}

/** The form control of a field, chosen by its kind. */
export const FieldInput = (props: InputProps) => {
  const Kind = inputs[props.field.kind];
  return <Kind {...props} />;
};

const aria = (props: InputProps) => ({ ...controlOf(props), ...(props.disabled !== undefined && { disabled: props.disabled }) });
/** Only inputs with a lower limit than this show a character counter. */
const COUNTED_FROM = 100;

const TextInput = (props: InputProps) => (
  <Input
    {...aria(props)}
    value={textOf(props.value)}
    onChange={(event) => props.onChange?.(event.target.value)}
    placeholder={props.placeholder}
    maxLength={props.field.max}
    autoComplete="off"
    {...(props.field.kind === 'phone' && { inputMode: 'tel' as const })}
  />
);

const SecretInput = (props: InputProps) => (
  <Input.Password
    {...aria(props)}
    value={textOf(props.value)}
    onChange={(event) => props.onChange?.(event.target.value)}
    placeholder={props.placeholder}
    maxLength={props.field.max}
    autoComplete="new-password"
  />
);

const LongTextInput = (props: InputProps) => (
  <Input.TextArea
    {...aria(props)}
    value={textOf(props.value)}
    onChange={(event) => props.onChange?.(event.target.value)}
    placeholder={props.placeholder}
    maxLength={props.field.max}
    showCount={(props.field.max ?? 0) >= COUNTED_FROM}
    autoSize={{ minRows: 2, maxRows: 8 }}
  />
);

const WholeInput = (props: InputProps) => (
  <InputNumber<number>
    {...aria(props)}
    className="co-wide"
    value={typeof props.value === 'number' ? props.value : null}
    onChange={(value) => props.onChange?.(value)}
    placeholder={props.placeholder}
    precision={0}
    suffix={props.field.unit}
    controls={false}
  />
);

/** Decimals stay texts, so that no amount passes through a floating-point number. */
const DecimalInput = (props: InputProps) => (
  <InputNumber<string>
    {...aria(props)}
    className="co-wide"
    stringMode
    value={textOf(props.value) || null}
    onChange={(value) => props.onChange?.(value)}
    placeholder={props.placeholder}
    precision={props.field.scale ?? 0}
    suffix={props.field.unit}
    controls={false}
  />
);

const ChoiceInput = (props: InputProps) => {
  const say = useSay();
  const options = Object.values(props.field.codes?.items ?? {}).map((item) => ({ value: item.value, label: say(item.words) }));
  const isMulti = props.field.kind === 'choices';
  const value = isMulti
    ? Array.isArray(props.value)
      ? (props.value as (string | number)[])
      : []
    : ((props.value ?? null) as string | number | null);
  return (
    <Select
      {...aria(props)}
      className="co-wide"
      {...(isMulti && { mode: 'multiple' as const })}
      value={value}
      onChange={(next: unknown) => props.onChange?.(next ?? null)}
      options={options}
      allowClear={props.field.optional}
      placeholder={props.placeholder ?? say(words.choose)}
      showSearch={options.length > SEARCHED_FROM && { optionFilterProp: 'label' }}
    />
  );
};
const SEARCHED_FROM = 8;

const RefInput = ({ field, value, onChange, text, scope, ...props }: InputProps) => (
  <RefSelect
    {...aria({ field, ...props })}
    to={field.to ?? ''}
    value={typeof value === 'string' ? value : null}
    onChange={(next) => onChange?.(next)}
    text={text}
    scope={scope}
    takeOnly={!field.optional}
    allowClear={field.optional}
  />
);

const InstantInput = (props: InputProps) => (
  <DatePicker
    {...aria(props)}
    className="co-wide"
    showTime
    value={typeof props.value === 'string' ? dayjs(props.value) : null}
    onChange={(date) => props.onChange?.(date ? date.toISOString() : null)}
    format="YYYY-MM-DD HH:mm:ss"
  />
);
const DayInput = (props: InputProps) => (
  <DatePicker
    {...aria(props)}
    className="co-wide"
    value={typeof props.value === 'string' ? dayjs(props.value) : null}
    onChange={(date) => props.onChange?.(date ? date.format('YYYY-MM-DD') : null)}
  />
);
const TimeInput = (props: InputProps) => (
  <TimePicker
    {...aria(props)}
    className="co-wide"
    format="HH:mm"
    value={typeof props.value === 'string' ? dayjs(`2000-01-01T${props.value}`) : null}
    onChange={(date) => props.onChange?.(date ? date.format('HH:mm') : null)}
  />
);
const ZoneInput = (props: InputProps) => (
  <ZoneSelect {...aria(props)} value={textOf(props.value) || null} onChange={(zone) => props.onChange?.(zone)} />
);
/** Loaded with the first form that has a picture. */
const ImageInput = lazyComponent(() => import('./image-input.tsx').then((image) => image.ImageInput), <Skeleton.Button active />);
const Picture = (props: InputProps) => (
  <ImageInput {...aria(props)} biz={props.biz ?? 'temp'} value={textOf(props.value) || null} onChange={(path) => props.onChange?.(path)} />
);
/** Editors are loaded with the first form that has one. */
const waiting = <Skeleton active title={false} paragraph={{ rows: 5 }} />;
const JsonInput = lazyComponent(() => import('./json-input.tsx').then((json) => json.JsonInput), waiting);
const RichEditor = lazyComponent(() => import('../editors/rich-editor.tsx').then((rich) => rich.RichEditor), waiting);
const MarkdownEditor = lazyComponent(() => import('../editors/markdown-editor.tsx').then((markdown) => markdown.MarkdownEditor), waiting);

const Json = (props: InputProps) => <JsonInput {...aria(props)} value={props.value} onChange={(value) => props.onChange?.(value)} />;
const MarkupInput = (props: InputProps) => {
  const Editor = props.field.markup === 'html' ? RichEditor : MarkdownEditor;
  return <Editor {...aria(props)} value={textOf(props.value)} onChange={(text) => props.onChange?.(text)} />;
};
const LongText = (props: InputProps) => (props.field.markup ? <MarkupInput {...props} /> : <LongTextInput {...props} />);
const List = (props: InputProps) => (
  <ListInput
    field={props.field}
    value={props.value}
    onChange={(rows) => props.onChange?.(rows)}
    disabled={props.disabled === true}
    Inner={FieldInput}
  />
);

const Text = (props: InputProps) => (props.field.secret === true ? <SecretInput {...props} /> : <TextInput {...props} />);

const inputs: Readonly<Record<Kind, (props: InputProps) => ReactNode>> = {
  id: Text,
  text: Text,
  longText: LongText,
  count: WholeInput,
  decimal: DecimalInput,
  money: DecimalInput,
  percent: WholeInput,
  choice: ChoiceInput,
  choices: ChoiceInput,
  ref: RefInput,
  instant: InstantInput,
  day: DayInput,
  timeOfDay: TimeInput,
  phone: Text,
  zone: ZoneInput,
  image: Picture,
  json: Json,
  list: List,
};

/** Inputs that take the full width of the form. */
export const isWide = (field: Field): boolean => field.kind === 'longText' || field.kind === 'json' || field.kind === 'list';
