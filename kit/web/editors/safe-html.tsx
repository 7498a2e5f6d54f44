import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';
import { pictureOf } from './addresses.ts';
import { usePicture } from '../upload/use-picture.ts';

/** The allowed elements. Any other element is replaced by its content. */
const tags: ReadonlySet<string> = new Set(
  'p br b strong i em u s ul ol li h1 h2 h3 h4 blockquote pre code hr a span div table thead tbody tr th td'.split(' '),
);
/** The content of these elements is removed as well. */
const silent: ReadonlySet<string> = new Set('script style template iframe object embed noscript svg math title textarea select'.split(' '));
const empty: ReadonlySet<string> = new Set(['br', 'hr']);
const DEPTH_MAX = 40;

/** Shows HTML from users. It is built again from allowed elements, and never passed to the browser as markup. */
export const SafeHtml = ({ html }: { readonly html: string }) => {
  // A document of DOMParser is inert: no script runs, and nothing is loaded.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <div className="co-html">{[...body.childNodes].map((node, index) => built(node, index, 0))}</div>;
};

const built = (node: Node, index: number, depth: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element) || depth > DEPTH_MAX) return null;
  const name = node.localName;
  if (silent.has(name)) return null;
  const inner = empty.has(name) ? [] : [...node.childNodes].map((child, childIndex) => built(child, childIndex, depth + 1));
  if (name === 'img') return <SafePicture key={index} src={node.getAttribute('src')?.trim() ?? ''} alt={node.getAttribute('alt') ?? ''} />;
  if (name === 'input') return node.getAttribute('type') === 'checkbox' ? (node.hasAttribute('checked') ? '☑ ' : '☐ ') : null;
  if (!tags.has(name)) return createElement(Fragment, { key: index }, ...inner);
  return createElement(name, { key: index, ...(name === 'a' && linkOf(node)) }, ...inner);
};

/** A stored picture is shown. A picture of another site becomes a link, because loading it would tell that site who reads the text. */
const SafePicture = ({ src, alt }: { readonly src: string; readonly alt: string }) => {
  const source = pictureOf(src);
  if (!source) return <>{alt}</>;
  if (source.kind === 'embedded') return <img src={source.url} alt={alt} />;
  if (source.kind === 'stored') return <StoredPicture path={source.path} alt={alt} />;
  return (
    <a href={source.url} target="_blank" rel="noopener noreferrer">
      {`🖼 ${alt} (${source.host})`}
    </a>
  );
};

const StoredPicture = ({ path, alt }: { readonly path: string; readonly alt: string }) => {
  const url = usePicture(path);
  return url === undefined ? <span className="co-none">{alt}</span> : <img src={url} alt={alt} />;
};

/** A link opens a new tab without a referrer or an opener. Other addresses than plain ones are not links. */
const linkOf = (node: Element): Readonly<Record<string, string>> => {
  const href = node.getAttribute('href')?.trim() ?? '';
  return /^(https?:\/\/|mailto:|tel:)/i.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : {};
};
