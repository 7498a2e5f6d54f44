import { Form, Select } from 'antd';
import { useMemo, useState } from 'react';
import { controlOf } from '#kit/web/control-props.ts';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { flatOf } from '#kit/web/picker/tree.ts';
import { idList, PickField } from '#kit/web/picker/pick-field.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { departWords } from './depart.labels.ts';
import { departApi } from './depart.ts';

const TreePicker = lazyComponent(() => import('#kit/web/picker/tree-picker.tsx').then((picker) => picker.TreePicker));

/** Selects several departments; holds their ids in one text, as on the wire. */
export const DepartsInput = (props: InputProps) => <DepartField {...props} multi />;
/** Selects one department; holds its id. */
export const DepartInput = (props: InputProps) => <DepartField {...props} multi={false} />;

/** Shows departments by name, from a text with their ids. */
export const DepartNames = ({ ids }: { readonly ids: string | null }) => {
  const departIds = idList(ids);
  const { data } = useCall(departApi.queryTreeList, {}, { enabled: departIds.length > 0 });
  const names = flatOf(data ?? []).filter(({ key }) => departIds.includes(key));
  return departIds.length === 0 ? '—' : names.map(({ title }) => title).join(', ');
};

/** Selects those of the form's departments that the user manages. */
export const DirectsInput = ({ value, onChange, id, disabled = false }: InputProps) => {
  const say = useSay();
  const memberIds = idList(Form.useWatch('selecteddeparts'));
  const tree = useDepartTree(memberIds.length > 0);
  const names = new Map(flatOf(tree.nodes ?? []).map(({ key, title }) => [key, title]));
  const selectedIds = idList(value).filter((departId) => memberIds.includes(departId));
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      className="co-wide"
      disabled={disabled || memberIds.length === 0}
      placeholder={memberIds.length === 0 ? say(departWords.directsHint) : undefined}
      value={selectedIds}
      options={memberIds.map((departId) => ({ value: departId, label: names.get(departId) ?? departId }))}
      onChange={(ids) => onChange?.(ids.length === 0 ? null : ids.join(','))}
    />
  );
};

const DepartField = ({ value, onChange, multi, ...props }: InputProps & { readonly multi: boolean }) => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const selectedIds = idList(value);
  const tree = useDepartTree(open || selectedIds.length > 0);
  const names = useMemo(() => new Map(flatOf(tree.nodes ?? []).map(({ key, title }) => [key, title])), [tree.nodes]);
  const change = (ids: readonly string[]): void => onChange?.(ids.length === 0 ? null : ids.join(','));
  const { disabled, placeholder } = props;
  return (
    <>
      <PickField {...controlOf(props)} {...{ disabled, placeholder, names }} values={selectedIds} onChange={change} onOpen={() => setOpen(true)} />

      {open && (
        <TreePicker
          title={say(departWords.choose)}
          searchLabel={say(departWords.search)}
          nodes={tree.nodes}
          problem={tree.problem}
          selectedKeys={selectedIds}
          multi={multi}
          onClose={() => setOpen(false)}
          onDone={(departs) => {
            change(departs.map(({ value: key }) => key));
            setOpen(false);
          }}
        />
      )}
    </>
  );
};

/** The departments of the tenant that is selected in the form, or else all that the viewer sees. */
const useDepartTree = (enabled: boolean) => {
  const tenantId: unknown = Form.useWatch('tenantId');
  const { data, error, refetch } = useCall(departApi.queryTreeList, {}, { enabled });
  const nodes = useMemo(() => (typeof tenantId === 'string' ? data?.filter((node) => node.tenantId === tenantId) : data), [data, tenantId]);
  return { nodes, problem: error ? { message: error.message, retry: () => void refetch() } : undefined };
};
