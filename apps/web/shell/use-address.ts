import { useViewer } from '#kit/web/session.ts';
import { BASE_PATH } from '#kit/web/transport.ts';
import { fillUrl } from '#domains/identity/web.ts';
import type { MenuNode } from './menu.ts';

/** Where an entry of the menu leads that is no page of ours; undefined when its address is none. */
export const addressNow = ({ meta: { url } }: MenuNode, userId: string | undefined): string | undefined =>
  url ? fillUrl(url, { origin: window.location.origin, basePath: BASE_PATH, userId: userId ?? '' }) : undefined;

export const useAddress = (node: MenuNode): string | undefined => addressNow(node, useViewer()?.id);
