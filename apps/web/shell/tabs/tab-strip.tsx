import { Button, Dropdown } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import { useState } from 'react';
import { useSay } from '#kit/web/language.ts';
import { words } from '../../words.ts';
import { pageOf } from '../menu/menu.ts';
import type { MenuPage } from '../menu/menu.ts';
import { StripTab } from './strip-tab.tsx';
import { useTabActions } from './use-tab-actions.ts';
import type { Tabs } from './use-tabs.ts';
import './tabs.css';

interface TabStripProps {
  readonly tabs: Tabs;
  readonly pages: readonly MenuPage[];
}

/** The open pages, above the one that is shown. */
export const TabStrip = ({ tabs, pages }: TabStripProps) => {
  const say = useSay();
  const [menuPath, setMenuPath] = useState<string>();
  const { act, items } = useTabActions(tabs);
  const { shown } = tabs;
  return (
    <nav className="co-tabs" aria-label={say(words.openPages)}>
      <Dropdown trigger={['contextMenu']} {...byKeyboard} menu={{ items: items(menuPath), onClick: ({ key }) => void act(key, menuPath) }}>
        <ul onContextMenuCapture={({ target }) => setMenuPath(pathAt(target) ?? shown)}>
          {tabs.tabs.map(({ path }, index) => (
            <StripTab
              key={path}
              path={path}
              to={tabs.addressOf(path)}
              title={pageOf(pages, path)?.node.meta.title ?? say(words.home)}
              shown={path === shown}
              reachable={path === shown || (shown === undefined && index === 0)}
              closable={index > 0}
              onClose={() => void act('this', path)}
            />
          ))}
        </ul>
      </Dropdown>
      <Dropdown trigger={['click']} {...byKeyboard} menu={{ items: items(shown), onClick: ({ key }) => void act(key, shown) }}>
        <Button type="text" size="small" icon={<DownOutlined />} aria-label={say(words.pageActions)} />
      </Dropdown>
    </nav>
  );
};

/** Arrow keys work in the menu as soon as it opens. */
const byKeyboard = { autoFocus: true };

const pathAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tab]')?.dataset['tab'] : undefined;
