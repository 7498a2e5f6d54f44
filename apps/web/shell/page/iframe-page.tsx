import type { MenuNode } from '../menu/menu.ts';
import { NotFound } from './not-found.tsx';
import { useAddress } from '../menu/external-address.ts';

/** What a page of another origin may do; it may not navigate the window. */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-downloads allow-same-origin';

/** A page of another system inside the product. It learns nothing of the viewer's session. */
export const IframePage = ({ node }: { readonly node: MenuNode }) => {
  const address = useAddress(node);
  if (address === undefined) return <NotFound />;
  return <iframe className="co-frame" src={address} title={node.meta.title} sandbox={SANDBOX} referrerPolicy="no-referrer" />;
};
