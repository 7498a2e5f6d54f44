import { useViewer } from '#kit/web/session/session.ts';
import { BASE_PATH } from '#kit/web/calls/transport.ts';
import { fillUrl } from '#domains/identity/web.ts';
import type { MenuNode } from './menu.ts';

/** The address outside the product to which a menu entry leads; undefined when it has none. */
export const addressNow = ({ meta: { url } }: MenuNode, userId: string | undefined): string | undefined =>
  url ? fillUrl(url, { origin: window.location.origin, basePath: BASE_PATH, userId: userId ?? '' }) : undefined;

/** Opens an address outside the product in a new window. */
export const openBeside = (node: MenuNode, userId: string | undefined): void => {
  const address = addressNow(node, userId);
  if (address !== undefined) window.open(address, '_blank', 'noopener,noreferrer');
};

export const useAddress = (node: MenuNode): string | undefined => addressNow(node, useViewer()?.id);
