import type { Words } from '#kit/fields/words.ts';

/** Where a page stands in the side menu. The server sends only what the viewer may open. */
export interface MenuEntry {
  /** Hash path of the page. */
  readonly path: string;
  /** Which page of the web client draws it: `domain/Page`. */
  readonly component: string;
  readonly title: Words;
  readonly icon: string;
  /** The name of the group it stands under; the domain that the group is about declares it. */
  readonly group: string;
  readonly order: number;
  /** The permission that opens it. */
  readonly allow: string;
  /** Reached from another page, not shown in the menu. */
  readonly hidden?: true;
}

/** A group of the side menu. Operators meet them by `order`: watch, network, price, people, orders, money, reports, devices, house-keeping. */
export interface MenuGroup {
  readonly name: string;
  readonly title: Words;
  readonly icon: string;
  readonly order: number;
}
