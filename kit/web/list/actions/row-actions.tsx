import { Dropdown, Tooltip } from 'antd';
import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';
import DownOutlined from '@ant-design/icons/DownOutlined';
import { MissingPermissionHint } from '../../permissions/missing-permission-hint.tsx';
import { useSay } from '../../language.ts';
import { usePermission } from '../../permissions/use-permission.ts';
import { words } from '../../words.ts';
import type { RowAction } from './actions.ts';
import { splitActions } from './split-actions.ts';

/** The number of actions beside "more". */
export const SHOWN_ACTIONS = 2;

interface RowActionsProps {
  readonly actions: readonly RowAction[];
  /** The number of actions beside the "more" menu. */
  readonly shownCount?: number;
}

/** The first actions of a row as links, the others in a menu. An action that is not allowed is disabled and gives the reason. */
export const RowActions = ({ actions, shownCount = SHOWN_ACTIONS }: RowActionsProps) => {
  const say = useSay();
  const may = usePermission();
  const reasonOf = useReason();
  const shownActions = actions.filter(({ allow }) => {
    const verdict = may(allow);
    return verdict.ok || !verdict.removed;
  });
  const { direct, rest } = splitActions(shownActions, shownCount);
  const items: MenuProps['items'] = rest.map((action) => {
    const reason = reasonOf(action);
    return {
      key: action.key,
      danger: action.danger,
      disabled: reason !== undefined,
      onClick: action.run,
      label:
        reason === undefined ? (
          action.label
        ) : (
          // The reason is visible text, because a disabled menu entry can neither be hovered by a finger nor focused.
          <span className="co-asleep">
            {action.label}
            <small>{reason}</small>
          </span>
        ),
    };
  });
  return (
    <span className="co-actions">
      {direct.map((action) => (
        <ActionWord key={action.key} action={action} reason={reasonOf(action)} />
      ))}
      {rest.length > 0 && (
        <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
          <button type="button" className="co-link">
            {say(words.more)} <DownOutlined className="co-caret" />
          </button>
        </Dropdown>
      )}
    </span>
  );
};

const useReason = () => {
  const may = usePermission();
  return ({ allow, because }: RowAction): ReactNode => {
    const verdict = may(allow);
    return verdict.ok ? because : <MissingPermissionHint may={verdict} />;
  };
};

const ActionWord = ({ action, reason }: { readonly action: RowAction; readonly reason: ReactNode }) => {
  const widestWord = (
    <button
      type="button"
      className={action.danger ? 'co-link co-link-danger' : 'co-link'}
      aria-disabled={reason !== undefined}
      onClick={reason === undefined ? action.run : undefined}
    >
      {action.label}
    </button>
  );
  return reason === undefined ? (
    widestWord
  ) : (
    <Tooltip title={reason} trigger={['hover', 'focus']}>
      {widestWord}
    </Tooltip>
  );
};
