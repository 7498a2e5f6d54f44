import { useViewer } from '#kit/web/session/session.ts';
import { BASE_PATH } from '#kit/web/calls/transport.ts';
import { fillUrl } from '#domains/identity/web.ts';
import type { MenuNode } from './menu.ts';

/** Where an entry of the menu leads that is no page of ours; undefined when its address is none. */
export const addressNow = ({ meta: { url } }: MenuNode, userId: string | undefined): string | undefined =>
  url ? fillUrl(url, { origin: window.location.origin, basePath: BASE_PATH, userId: userId ?? '' }) : undefined;

/** Opens what leads out of the product in a window of its own. */
export const openBeside = (node: MenuNode, userId: string | undefined): void => {
  const address = addressNow(node, userId);
  if (address !== undefined) window.open(address, '_blank', 'noopener,noreferrer');
};

export const useAddress = (node: MenuNode): string | undefined => addressNow(node, useViewer()?.id);
