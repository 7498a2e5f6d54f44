import type { MenuNode } from './menu.ts';
import { NotFound } from './not-found.tsx';
import { useAddress } from './use-address.ts';

/** What a stranger's page may do. */
const STRANGER = 'allow-scripts allow-forms allow-popups allow-downloads allow-same-origin';
/** Our own, with our origin, could take the sandbox off itself. */
const OWN = 'allow-scripts allow-forms allow-popups allow-downloads';

/** A page of another system inside ours. It learns nothing of the viewer's session. */
export const FramePage = ({ node }: { readonly node: MenuNode }) => {
  const address = useAddress(node);
  if (address === undefined) return <NotFound />;
  const own = new URL(address).origin === window.location.origin;
  return <iframe className="co-frame" src={address} title={node.meta.title} sandbox={own ? OWN : STRANGER} referrerPolicy="no-referrer" />;
};
