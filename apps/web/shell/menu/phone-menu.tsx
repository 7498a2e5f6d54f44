import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';

interface PhoneMenuProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The menu where there is no room beside the page. */
export const PhoneMenu = ({ open, onClose, children }: PhoneMenuProps) => (
  <Drawer open={open} onClose={onClose} placement="left" size={248} title={<Brand />} rootClassName="co-over" classNames={{ body: 'co-menu-drawer' }}>
    {children}
  </Drawer>
);
