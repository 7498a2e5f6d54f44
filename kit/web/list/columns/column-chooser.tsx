import { Button, Checkbox, Segmented, Tooltip } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import PushpinFilled from '@ant-design/icons/PushpinFilled';
import PushpinOutlined from '@ant-design/icons/PushpinOutlined';
import type { ReactNode } from 'react';
import { useSay } from '../../language.ts';
import { words } from '../../words.ts';
import type { ListColumn } from './columns.tsx';
import type { ColumnsButtonProps } from './columns-button.tsx';
import type { Density, ShownColumns } from './shown-columns.ts';

/** The popover of the columns button. */
export const Chooser = ({ columns, taste }: ColumnsButtonProps) => {
  const say = useSay();
  const shownColumns = taste.columns.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const hidden = columns.filter(({ key }) => !taste.columns.includes(key));
  const density = (value: Density, label: string) => ({ value, label });
  return (
    <div className="co-columns">
      <Segmented
        size="small"
        block
        value={taste.density}
        options={[density('tight', say(words.tight)), density('roomy', say(words.roomy))]}
        onChange={(next) => taste.change({ density: next })}
      />
      <ul>
        {shownColumns.map((column, index) => (
          <ShownColumn key={column.key} column={column} index={index} taste={taste} />
        ))}
        {hidden.map(({ key, title }) => (
          <li key={key}>
            <Checkbox checked={false} onChange={() => taste.change({ columns: [...taste.columns, key] })}>
              {say(title)}
            </Checkbox>
          </li>
        ))}
      </ul>
      <Button type="link" size="small" onClick={taste.reset}>
        {say(words.reset)}
      </Button>
    </div>
  );
};

const ShownColumn = ({ column, index, taste }: { readonly column: ListColumn; readonly index: number; readonly taste: ShownColumns }) => {
  const say = useSay();
  const { key, title } = column;
  const { columns, pinned, change } = taste;
  const name = say(title);
  const isPinned = pinned.includes(key);
  const move = (step: -1 | 1) => change({ columns: withMoved(columns, index, step) });
  const pin = () => change({ pinned: isPinned ? pinned.filter((otherKey) => otherKey !== key) : [...pinned, key] });
  return (
    <li>
      <Checkbox checked disabled={columns.length === 1} onChange={() => change({ columns: columns.filter((otherKey) => otherKey !== key) })}>
        {name}
      </Checkbox>
      <Tool label={say(words.moveUp)} of={name} icon={<ArrowUpOutlined />} disabled={index === 0} onClick={() => move(-1)} />
      <Tool label={say(words.moveDown)} of={name} icon={<ArrowDownOutlined />} disabled={index === columns.length - 1} onClick={() => move(1)} />
      <Tool label={say(isPinned ? words.unpin : words.pin)} of={name} icon={isPinned ? <PushpinFilled /> : <PushpinOutlined />} onClick={pin} />
    </li>
  );
};

interface ToolProps {
  readonly label: string;
  /** The name of the column to which the control belongs. */
  readonly of: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

const Tool = ({ label, of, icon, disabled = false, onClick }: ToolProps) => (
  <Tooltip title={label}>
    <Button type="text" size="small" icon={icon} aria-label={`${label}: ${of}`} disabled={disabled} onClick={onClick} />
  </Tooltip>
);

const withMoved = (columns: readonly string[], index: number, step: -1 | 1): readonly string[] => {
  const next = [...columns];
  const [moved] = next.splice(index, 1);
  if (moved !== undefined) next.splice(index + step, 0, moved);
  return next;
};
