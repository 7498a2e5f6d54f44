import { Button, Dropdown } from 'antd';
import type { MenuProps } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import type { Words } from '#kit/fields/words.ts';
import { useSay } from '../../language.ts';
import { ActButton } from '../../permissions/act-button.tsx';
import { MissingPermissionHint } from '../../permissions/missing-permission-hint.tsx';
import { usePermission } from '../../permissions/use-permission.ts';
import { words } from '../../words.ts';

export interface BatchAction {
  readonly key: string;
  readonly label: Words;
  readonly allow: string;
  readonly run: () => void;
}

/** The number of buttons beside the menu. With state and deletion they fit in one line of a page of 1280 px. */
const SHOWN_BUTTONS = 3;

/** Actions on the selected rows: the first as buttons, the others in a menu. An action that is not allowed is disabled and gives the reason. */
export const BatchMenu = ({ actions }: { readonly actions: readonly BatchAction[] }) => {
  const say = useSay();
  const may = usePermission();
  const shown = actions.filter(({ allow }) => {
    const verdict = may(allow);
    return verdict.ok || !verdict.removed;
  });
  const items: MenuProps['items'] = shown.slice(SHOWN_BUTTONS).map(({ key, label, allow, run }) => {
    const verdict = may(allow);
    if (verdict.ok) return { key, label: say(label), onClick: run };
    // The reason is visible text, because a disabled menu entry can neither be hovered by a finger nor focused.
    const asleep = (
      <span className="co-asleep">
        {say(label)}
        <small>
          <MissingPermissionHint may={verdict} />
        </small>
      </span>
    );
    return { key, label: asleep, disabled: true };
  });
  return (
    <>
      {shown.slice(0, SHOWN_BUTTONS).map(({ key, label, allow, run }) => (
        <ActButton key={key} allow={allow} onClick={run}>
          {say(label)}
        </ActButton>
      ))}
      {items.length > 0 && (
        <Dropdown menu={{ items }} trigger={['click']}>
          <Button icon={<DownOutlined />} iconPlacement="end">
            {say(words.more)}
          </Button>
        </Dropdown>
      )}
    </>
  );
};
