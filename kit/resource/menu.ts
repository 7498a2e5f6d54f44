import type { Words } from '#kit/fields/words.ts';

/** An entry of the side menu. The server sends only entries that the viewer may open. */
export interface MenuEntry {
  /** The hash path of the page. */
  readonly path: string;
  /** The page of the web client: `domain/Page`. */
  readonly component: string;
  readonly title: Words;
  readonly icon: string;
  /** The name of its group, which the domain of the group declares. */
  readonly group: string;
  readonly order: number;
  /** The permission that opens the page. */
  readonly allow: string;
  /** Not shown in the menu, because another page leads to it. */
  readonly hidden?: true;
}

/** A group of the side menu. Their `order` is: monitoring, network, prices, customers, orders, money, reports, devices, system. */
export interface MenuGroup {
  readonly name: string;
  readonly title: Words;
  readonly icon: string;
  readonly order: number;
}
