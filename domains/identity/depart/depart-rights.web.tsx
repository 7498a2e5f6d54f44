import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { useUnsavedChangesGuard } from '#kit/web/navigation/unsaved-changes.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { words } from '#kit/web/words.ts';
import { departRole } from '../depart-role/depart-role.ts';
import { permissionApi } from '../permission/permission.ts';
import { RightsTree } from '../permission/rights-tree.web.tsx';
import { changesOf, codesOfIds, heldIds } from '../permission/tree.rules.ts';
import { departWords } from './depart.labels.ts';

const changes = [{ path: permissionApi.queryDepartPermission.path }, departRole, { path: '/sys/sysDepartPermission' }];

interface DepartRightsProps {
  readonly departId: string;
  /** Called when there are unsaved changes, or none any more. */
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** Selects the permissions that roles of a department can have. */
export const DepartRights = ({ departId, onUnsaved }: DepartRightsProps) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const mayEdit = usePermission()(permissionApi.saveDepartPermission.allow).ok;
  const tree = useCall(permissionApi.departTree, {});
  const heldQuery = useCall(permissionApi.queryDepartPermission, { departId }, { staleMs: 0 });
  const [draft, setDraft] = useState<{ readonly before: readonly string[]; readonly now: readonly string[] }>();
  const { send, sending } = useSend(permissionApi.saveDepartPermission, {
    changes,
    doneText: false,
    onDone: (answer) => {
      showSuccess(answer);
      setDraft(undefined);
    },
  });
  const nodes = tree.data?.treeList ?? [];
  const stored = codesOfIds(nodes, heldQuery.data ?? []);
  // While there are unsaved changes, changes by others are not shown.
  const { before, now } = draft ?? { before: stored, now: stored };
  const { granted, revoked } = changesOf(before, now);
  const isChanged = granted.length + revoked.length > 0;
  useUnsavedChangesGuard(isChanged, () => false);
  useEffect(() => {
    onUnsaved(isChanged);
    return () => onUnsaved(false);
  }, [isChanged, onUnsaved]);
  const save = () => send({ departId, permissionIds: heldIds(nodes, now).join(','), lastpermissionIds: heldIds(nodes, before).join(',') });
  return (
    <div className="co-depart-rights">
      <p className="co-hint">{say(departWords.rightsHint)}</p>
      <RightsTree
        label={say(departWords.rights)}
        tree={{
          data: heldQuery.data && tree.data,
          error: tree.error ?? heldQuery.error,
          refetch: () => Promise.all([tree.refetch(), heldQuery.refetch()]),
        }}
        codes={now}
        before={before}
        isGrantable={() => true}
        readOnly={!mayEdit}
        onChange={(codes) => setDraft({ before, now: codes })}
      />
      <div className="co-depart-tools">
        <ActButton
          type="primary"
          allow={permissionApi.saveDepartPermission.allow}
          loading={sending}
          disabled={!isChanged}
          onClick={() => void save()}
        >
          {say(words.save)}
        </ActButton>
        {isChanged && <Button onClick={() => setDraft(undefined)}>{say(words.discard)}</Button>}
      </div>
    </div>
  );
};
