import type { Words } from '#kit/fields/words.ts';

/** Where a page stands in the side menu. The server sends only what the viewer may open. */
export interface MenuEntry {
  /** Hash path of the page. */
  readonly path: string;
  /** Which page of the web client draws it: `domain/Page`. */
  readonly component: string;
  readonly title: Words;
  readonly icon: string;
  /** The group it stands under. */
  readonly group: MenuGroup;
  readonly order: number;
  /** The permission that opens it. */
  readonly allow: string;
  /** Reached from another page, not shown in the menu. */
  readonly hidden?: true;
}

export interface MenuGroup {
  readonly name: string;
  readonly title: Words;
  readonly icon: string;
  readonly order: number;
}

/** The groups of the side menu, in the order operators work: watch, network, price, people, money, devices, house-keeping. */
export const menuGroups = {
  monitor: { name: 'monitor', title: ['实时监控', '即時監控', 'Monitoring'], icon: 'dashboard', order: 10 },
  network: { name: 'network', title: ['站桩管理', '站樁管理', 'Network'], icon: 'cluster', order: 20 },
  tariff: { name: 'tariff', title: ['费率管理', '費率管理', 'Tariffs'], icon: 'percentage', order: 30 },
  customer: { name: 'customer', title: ['客户管理', '客戶管理', 'Customers'], icon: 'team', order: 40 },
  order: { name: 'order', title: ['订单管理', '訂單管理', 'Orders'], icon: 'profile', order: 50 },
  money: { name: 'money', title: ['资金管理', '資金管理', 'Money'], icon: 'wallet', order: 60 },
  report: { name: 'report', title: ['统计报表', '統計報表', 'Reports'], icon: 'bar-chart', order: 65 },
  device: { name: 'device', title: ['设备运维', '設備運維', 'Devices'], icon: 'tool', order: 70 },
  system: { name: 'system', title: ['系统管理', '系統管理', 'System'], icon: 'setting', order: 90 },
} as const satisfies Readonly<Record<string, MenuGroup>>;
