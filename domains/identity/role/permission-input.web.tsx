import { Form } from 'antd';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { permissionApi } from '../permission/permission.ts';
import type { PermissionNode } from '../permission/permission.ts';
import { RightsTree } from '../permission/rights-tree.web.tsx';
import { codesIn, flatten, listedCodes } from '../permission/tree.rules.ts';
import { roleWords } from './role.labels.ts';

/** Selects the permissions of a role in the tree of menus. Those above its level, or not held by the viewer, are disabled. */
export const PermissionInput = ({ value, onChange, disabled = false, id }: InputProps) => {
  const say = useSay();
  const level: unknown = Form.useWatch('roleLevel');
  const tree = useCall(permissionApi.roleTree, {});
  const levels = levelsIn(tree.data?.treeList ?? []);
  const disabledReason = typeof level === 'number' ? undefined : say(roleWords.levelFirst);
  const isGrantable = (code: string): boolean => typeof level === 'number' && (levels.get(code) ?? Infinity) <= level;
  const sharedProps = { id, isGrantable, disabledReason, onChange, readOnly: disabled };
  return <RightsTree {...sharedProps} label={say(roleWords.rights)} tree={tree} codes={listedCodes(value)} />;
};

/** The lowest role level for each code. */
const levelsIn = (nodes: readonly PermissionNode[]): ReadonlyMap<string, number> =>
  new Map(flatten(nodes).flatMap((node) => codesIn(node).map((code) => [code, node.level] as const)));

/** Shows the permissions of a role. */
export const RoleRights = ({ codes }: { readonly codes: readonly string[] }) => (
  <RightsTree readOnly label={useSay()(roleWords.rights)} tree={useCall(permissionApi.roleTree, {})} codes={codes} isGrantable={() => false} />
);
