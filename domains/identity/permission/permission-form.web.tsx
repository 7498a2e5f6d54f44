import { Form, Select } from 'antd';
import { FormDrawer } from '#kit/web/form/form-drawer.tsx';
import { controlOf } from '#kit/web/control-props.ts';
import { popupFilledBy } from '#kit/web/kinds/choice-list.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { SwitchInput } from '#kit/web/kinds/switch-input.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { permissionLabels } from './permission.labels.ts';
import { permission, permissionApi } from './permission.ts';
import { flatten } from './tree.rules.ts';
import { menuType as menuTypes } from './permission.codes.ts';

type Row = RowOf<typeof permission.fields>;
type FieldName = keyof typeof permission.fields;

const names = ['name', 'nameTw', 'nameEn'] as const satisfies readonly FieldName[];
const entryFields = [
  'parentId',
  ...names,
  'url',
  'internalOrExternal',
  'component',
  'redirect',
  'icon',
  'sortNo',
  'isRoute',
  'hidden',
  'alwaysShow',
  'keepAlive',
  'minLevel',
  'description',
] as const satisfies readonly FieldName[];
const groupFields = [...names, 'url', 'redirect', 'icon', 'sortNo', 'hidden', 'alwaysShow', 'minLevel'] as const satisfies readonly FieldName[];
const ruleFields = ['parentId', 'ruleNoun', 'ruleField', 'permsType', ...names, 'status', 'description'] as const satisfies readonly FieldName[];
const programFields = ['sortNo', 'hidden', 'permsType', 'status', 'description'] as const satisfies readonly FieldName[];
const { root: GROUP, rule: RULE } = valuesOf(menuTypes);

/** For a record of the program the title shows its name, which cannot be edited. */
export type FormOpening = { readonly row: Row; readonly title: string } | { readonly initial: Partial<Row> };

/** The editable fields of a record: few for the program's records, and those of its kind for others. */
const fieldsOf = (menuType: number | undefined, isProgram: boolean): readonly FieldName[] =>
  isProgram ? programFields : menuType === RULE ? ruleFields : menuType === GROUP ? groupFields : entryFields;

export const PermissionForm = ({ opening, onClose }: { readonly opening: FormOpening; readonly onClose: () => void }) => {
  const record: Partial<Row> = 'row' in opening ? opening.row : opening.initial;
  const [cn, tw, en] = permissionLabels.noun;
  const noun =
    'title' in opening ? ([`${cn} · ${opening.title}`, `${tw} · ${opening.title}`, `${en} · ${opening.title}`] as const) : permissionLabels.noun;
  const { title: _title, ...formProps } = { title: '', ...opening };
  return (
    <FormDrawer
      open
      of={permission}
      api={permissionApi}
      labels={{ ...permissionLabels, noun }}
      fields={fieldsOf(record.menuType, record.builtIn === 1)}
      inputs={inputs}
      {...formProps}
      onClose={onClose}
    />
  );
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

interface PickProps extends InputProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly source: Parameters<typeof popupFilledBy>[0];
}

const SourceSelect = ({ value, onChange, disabled, options, source, ...rest }: PickProps) => (
  <Select
    {...controlOf(rest)}
    showSearch={{ optionFilterProp: 'label' }}
    allowClear
    disabled={disabled ?? false}
    value={text(value)}
    onChange={(next?: string) => onChange?.(next ?? null)}
    options={[...options]}
    {...popupFilledBy(source)}
  />
);

const useMenus = () => {
  const source = useCall(permissionApi.list, {});
  return { from: source, menus: flatten(source.data ?? []).filter(({ menuType }) => menuType !== RULE) };
};

const ParentInput = (props: InputProps) => {
  const { from: source, menus } = useMenus();
  return <SourceSelect {...props} source={source} options={menus.map(({ id, title }) => ({ value: id, label: title }))} />;
};

/** Selects a page of the program by its name. */
const PageInput = (props: InputProps) => {
  const { from: source, menus } = useMenus();
  const pages = menus.flatMap(({ builtIn, menuType, component, title }) =>
    builtIn === 1 && menuType !== GROUP && component !== null ? [{ value: component, label: title }] : [],
  );
  return <SourceSelect {...props} source={source} options={pages} />;
};

const NounInput = (props: InputProps) => {
  const source = useCall(permissionApi.ruleFields, {});
  return <SourceSelect {...props} source={source} options={(source.data ?? []).map(({ noun, nounText }) => ({ value: noun, label: nounText }))} />;
};

/** Selects a field of the chosen noun; the name of the rule is that of the field until it is edited. */
const FieldInput = (props: InputProps) => {
  const source = useCall(permissionApi.ruleFields, {});
  const noun: unknown = Form.useWatch('ruleNoun');
  const form = Form.useFormInstance();
  const selectedNoun = source.data?.find((candidate) => candidate.noun === noun);
  const onChange = (value: unknown): void => {
    props.onChange?.(value);
    const field = selectedNoun?.fields.find(({ name }) => name === value);
    if (field && selectedNoun && !text(form.getFieldValue('name'))) form.setFieldValue('name', `${selectedNoun.nounText}: ${field.text}`);
  };
  return (
    <SourceSelect
      {...props}
      source={source}
      onChange={onChange}
      options={(selectedNoun?.fields ?? []).map(({ name, text: label }) => ({ value: name, label }))}
    />
  );
};

const FlagInput = (props: InputProps) => <SwitchInput {...props} values={yesNoValues} />;
const yesNoValues = [1, 0] as const;

const inputs = {
  isRoute: FlagInput,
  hidden: FlagInput,
  alwaysShow: FlagInput,
  keepAlive: FlagInput,
  internalOrExternal: FlagInput,
  parentId: ParentInput,
  component: PageInput,
  ruleNoun: NounInput,
  ruleField: FieldInput,
};
