import { Button, Popover } from 'antd';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import { lazyComponent } from '../../code-loading/lazy-component.tsx';
import { useSay } from '../../language.ts';
import { words } from '../../words.ts';
import type { ListColumn } from './columns.tsx';
import type { ShownColumns } from './shown-columns.ts';

const Chooser = lazyComponent(() => import('./column-chooser.tsx').then((chooser) => chooser.Chooser));

export interface ColumnsButtonProps {
  readonly columns: readonly ListColumn[];
  readonly taste: ShownColumns;
}

/** Chooses the visible columns, their order, the pinned ones, and the density of the rows. */
export const ColumnsButton = (props: ColumnsButtonProps) => {
  const say = useSay();
  return (
    <Popover content={<Chosen {...props} />} trigger="click" placement="bottomRight" title={say(words.columns)}>
      <Button icon={<SettingOutlined />} aria-label={say(words.columns)} />
    </Popover>
  );
};

const Chosen = (props: ColumnsButtonProps) => <Chooser {...props} />;
