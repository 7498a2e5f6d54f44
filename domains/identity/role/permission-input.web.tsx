import { Form } from 'antd';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { permissionApi } from '../permission/permission.ts';
import { RightsTree } from '../permission/rights-tree.web.tsx';
import { listedCodes } from '../permission/tree.rules.ts';
import { levelOf } from './grants.rules.ts';
import { roleWords } from './role.labels.ts';

/** The rights of a role in the tree of menus; those above its level or not held by the viewer are asleep. */
export const PermissionInput = ({ value, onChange, disabled = false, id }: InputProps) => {
  const say = useSay();
  const level: unknown = Form.useWatch('roleLevel');
  const waits = typeof level === 'number' ? undefined : say(roleWords.levelFirst);
  const fits = (code: string): boolean => typeof level === 'number' && levelOf(code) <= level;
  const shared = { id, fits, waits, onChange, fixed: disabled };
  return <RightsTree {...shared} label={say(roleWords.rights)} tree={useCall(permissionApi.roleTree, {})} codes={listedCodes(value)} />;
};

/** The same to look at. */
export const RoleRights = ({ codes }: { readonly codes: readonly string[] }) => (
  <RightsTree fixed label={useSay()(roleWords.rights)} tree={useCall(permissionApi.roleTree, {})} codes={codes} fits={() => false} />
);
