import { Button, Checkbox, Popover, Segmented, Tooltip } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import PushpinFilled from '@ant-design/icons/PushpinFilled';
import PushpinOutlined from '@ant-design/icons/PushpinOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import type { ReactNode } from 'react';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import type { ListColumn } from './columns.tsx';
import type { Density, ShownColumns } from './shown-columns.ts';

interface ColumnsButtonProps {
  readonly columns: readonly ListColumn[];
  readonly taste: ShownColumns;
}

/** Which columns are shown, in which order, which stay in sight, and how close the rows stand. */
export const ColumnsButton = (props: ColumnsButtonProps) => {
  const say = useSay();
  return (
    <Popover content={<Chooser {...props} />} trigger="click" placement="bottomRight" title={say(words.columns)}>
      <Button icon={<SettingOutlined />} aria-label={say(words.columns)} />
    </Popover>
  );
};

const Chooser = ({ columns, taste }: ColumnsButtonProps) => {
  const say = useSay();
  const shown = taste.columns.flatMap((key) => columns.find((column) => column.key === key) ?? []);
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
        {shown.map((column, index) => (
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
  const move = (by: -1 | 1) => change({ columns: moved(columns, index, by) });
  const tool = (label: string, icon: ReactNode, run: () => void, disabled = false) => (
    <Tooltip title={label}>
      <Button type="text" size="small" icon={icon} aria-label={`${label}: ${name}`} disabled={disabled} onClick={run} />
    </Tooltip>
  );
  return (
    <li>
      <Checkbox checked disabled={columns.length === 1} onChange={() => change({ columns: columns.filter((other) => other !== key) })}>
        {name}
      </Checkbox>
      {tool(say(words.moveUp), <ArrowUpOutlined />, () => move(-1), index === 0)}
      {tool(say(words.moveDown), <ArrowDownOutlined />, () => move(1), index === columns.length - 1)}
      {tool(say(isPinned ? words.unpin : words.pin), isPinned ? <PushpinFilled /> : <PushpinOutlined />, () =>
        change({ pinned: isPinned ? pinned.filter((other) => other !== key) : [...pinned, key] }),
      )}
    </li>
  );
};

const moved = (columns: readonly string[], index: number, by: -1 | 1): readonly string[] => {
  const next = [...columns];
  const [one] = next.splice(index, 1);
  if (one !== undefined) next.splice(index + by, 0, one);
  return next;
};
