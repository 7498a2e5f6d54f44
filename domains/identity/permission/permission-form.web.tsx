import { Form, Select } from 'antd';
import { FormDrawer } from '#kit/web/form/form-drawer.tsx';
import { controlOf } from '#kit/web/control-props.ts';
import { filledBy } from '#kit/web/kinds/choice-list.tsx';
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
const entry = [
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
const group = [...names, 'url', 'redirect', 'icon', 'sortNo', 'hidden', 'alwaysShow', 'minLevel'] as const satisfies readonly FieldName[];
const rule = ['parentId', 'ruleNoun', 'ruleField', 'permsType', ...names, 'status', 'description'] as const satisfies readonly FieldName[];
const ofProgram = ['sortNo', 'hidden', 'permsType', 'status', 'description'] as const satisfies readonly FieldName[];
const { root: GROUP, rule: RULE } = valuesOf(menuTypes);

/** A record of the program has its name in the title alone: it is not among what can be set. */
export type FormOpening = { readonly row: Row; readonly called: string } | { readonly initial: Partial<Row> };

/** What a record lets be set: of the program's little, of one's own what its kind has. */
const fieldsOf = (menuType: number | undefined, isProgram: boolean): readonly FieldName[] =>
  isProgram ? ofProgram : menuType === RULE ? rule : menuType === GROUP ? group : entry;

export const PermissionForm = ({ opened, onClose }: { readonly opened: FormOpening; readonly onClose: () => void }) => {
  const about: Partial<Row> = 'row' in opened ? opened.row : opened.initial;
  const [cn, tw, en] = permissionLabels.noun;
  const noun =
    'called' in opened ? ([`${cn} · ${opened.called}`, `${tw} · ${opened.called}`, `${en} · ${opened.called}`] as const) : permissionLabels.noun;
  const { called: _called, ...given } = { called: '', ...opened };
  return (
    <FormDrawer
      open
      of={permission}
      api={permissionApi}
      labels={{ ...permissionLabels, noun }}
      fields={fieldsOf(about.menuType, about.builtIn === 1)}
      inputs={inputs}
      {...given}
      onClose={onClose}
    />
  );
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

interface PickProps extends InputProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly from: Parameters<typeof filledBy>[0];
}

const Pick = ({ value, onChange, disabled, options, from, ...rest }: PickProps) => (
  <Select
    {...controlOf(rest)}
    showSearch={{ optionFilterProp: 'label' }}
    allowClear
    disabled={disabled ?? false}
    value={text(value)}
    onChange={(next?: string) => onChange?.(next ?? null)}
    options={[...options]}
    {...filledBy(from)}
  />
);

const useMenus = () => {
  const from = useCall(permissionApi.list, {});
  return { from, menus: flatten(from.data ?? []).filter(({ menuType }) => menuType !== RULE) };
};

const ParentInput = (props: InputProps) => {
  const { from, menus } = useMenus();
  return <Pick {...props} from={from} options={menus.map(({ id, title }) => ({ value: id, label: title }))} />;
};

/** The pages there are, by the names people know. */
const PageInput = (props: InputProps) => {
  const { from, menus } = useMenus();
  const pages = menus.flatMap(({ builtIn, menuType, component, title }) =>
    builtIn === 1 && menuType !== GROUP && component !== null ? [{ value: component, label: title }] : [],
  );
  return <Pick {...props} from={from} options={pages} />;
};

const NounInput = (props: InputProps) => {
  const from = useCall(permissionApi.ruleFields, {});
  return <Pick {...props} from={from} options={(from.data ?? []).map(({ noun, nounText }) => ({ value: noun, label: nounText }))} />;
};

/** The fields of the noun beside it; the rule is called as its field is, until it is called otherwise. */
const FieldInput = (props: InputProps) => {
  const from = useCall(permissionApi.ruleFields, {});
  const noun: unknown = Form.useWatch('ruleNoun');
  const form = Form.useFormInstance();
  const chosen = from.data?.find((one) => one.noun === noun);
  const onChange = (value: unknown): void => {
    props.onChange?.(value);
    const field = chosen?.fields.find(({ name }) => name === value);
    if (field && chosen && !text(form.getFieldValue('name'))) form.setFieldValue('name', `${chosen.nounText}: ${field.text}`);
  };
  return (
    <Pick {...props} from={from} onChange={onChange} options={(chosen?.fields ?? []).map(({ name, text: label }) => ({ value: name, label }))} />
  );
};

const Flag = (props: InputProps) => <SwitchInput {...props} values={yesOrNo} />;
const yesOrNo = [1, 0] as const;

const inputs = {
  isRoute: Flag,
  hidden: Flag,
  alwaysShow: Flag,
  keepAlive: Flag,
  internalOrExternal: Flag,
  parentId: ParentInput,
  component: PageInput,
  ruleNoun: NounInput,
  ruleField: FieldInput,
};
