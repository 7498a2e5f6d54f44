import { Breadcrumb } from 'antd';
import { Link } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { PRODUCT } from '../../paths.ts';
import { words } from '../../words.ts';
import type { MenuPage } from '../menu/menu.ts';

/** The way from home to the page; on a phone the product's name and the page's. */
export const Breadcrumbs = ({ place, phone, home }: { readonly place: MenuPage | undefined; readonly phone: boolean; readonly home: string }) => {
  const say = useSay();
  if (phone)
    return (
      <span className="co-crumbs co-crumbs-phone">
        <strong>{PRODUCT}</strong>
        {place && <Breadcrumb items={[{ title: place.node.meta.title }]} />}
      </span>
    );
  if (!place) return <span className="co-crumbs" />;
  const last = { title: place.node.meta.title };
  const first = { title: place.node.path === home ? say(words.home) : <Link to="/">{say(words.home)}</Link> };
  const way = place.node.path === home ? [first] : [first, ...place.above.map(({ meta }) => ({ title: meta.title })), last];
  return <Breadcrumb className="co-crumbs" items={way} />;
};
