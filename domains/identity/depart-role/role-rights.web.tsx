import { createContext, use } from 'react';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { RightsTree } from '../permission/rights-tree.web.tsx';
import { listedCodes } from '../permission/tree.rules.ts';
import { departRoleWords } from './depart-role.labels.ts';
import { departRoleApi } from './depart-role.ts';

/** The department whose roles are edited. */
export const DepartIdContext = createContext('');

/** Selects permissions of a department's role among those of the department. */
export const DepartRoleInput = ({ id, value, onChange, disabled = false }: InputProps) => {
  const say = useSay();
  const departId = use(DepartIdContext);
  const tree = useCall(departRoleApi.queryTreeListForDeptRole, { departId }, { staleMs: 0 });
  const disabledReason = tree.data?.treeList.length === 0 ? say(departRoleWords.noRights) : undefined;
  const sharedProps = { id, tree, disabledReason, onChange, readOnly: disabled };
  return <RightsTree {...sharedProps} label={say(departRoleWords.rights)} codes={listedCodes(value)} isGrantable={() => true} />;
};

/** Shows the permissions of a department's role. */
export const DepartRoleRights = ({ departId, codes }: { readonly departId: string; readonly codes: readonly string[] }) => {
  const tree = useCall(departRoleApi.queryTreeListForDeptRole, { departId });
  return <RightsTree readOnly label={useSay()(departRoleWords.rights)} tree={tree} codes={codes} isGrantable={() => false} />;
};
