import type { DriverPayWay } from '#domains/driver/resources.ts';

/** What only the browser that ordered knows: the link that can stop the charge, and the gun. It is kept for this tab. */
export interface KeptOrder {
  readonly link: string;
  readonly label: string;
  readonly gunNo: number;
  /** The ways of paying at this pile. */
  readonly ways: readonly DriverPayWay[];
}

const keyOf = (orderNo: string): string => `order ${orderNo}`;

export const keepOrder = (orderNo: string, kept: KeptOrder): void => sessionStorage.setItem(keyOf(orderNo), JSON.stringify(kept));

/** Undefined where the order was not made in this tab. */
export const keptOrder = (orderNo: string): KeptOrder | undefined => {
  const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(orderNo)) ?? 'null');
  return isKept(kept) ? kept : undefined;
};

const isKept = (kept: unknown): kept is KeptOrder =>
  typeof kept === 'object' &&
  kept !== null &&
  'link' in kept &&
  typeof kept.link === 'string' &&
  'label' in kept &&
  'gunNo' in kept &&
  'ways' in kept;

/** The token of a link to an order, which stands behind `#`. */
export const tokenOf = (link: string): string | undefined => /#t=(?<token>[\w-]+)$/u.exec(link)?.groups?.['token'];
