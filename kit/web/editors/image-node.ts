import { Image } from '@tiptap/extension-image';
import { fetchStored } from '../calls/client.ts';
import { pictureOf } from './addresses.ts';

/** A picture in a rich text editor. Stored pictures need the session, so they are fetched. Pictures of other sites are not shown. */
export const Picture = Image.configure({ allowBase64: true }).extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      // The browser would fetch a `src` as soon as the element exists, so the address is in another attribute.
      src: {
        default: null,
        parseHTML: (element) => element.getAttribute('data-src') ?? element.getAttribute('src'),
        renderHTML: ({ src }) => ({ 'data-src': String(src ?? '') }),
      },
    };
  },
  parseHTML: () => [{ tag: 'img[src]' }, { tag: 'img[data-src]' }],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('span');
      dom.className = 'ed-picture';
      const source = pictureOf(String(node.attrs['src'] ?? ''));
      const alt = String(node.attrs['alt'] ?? '');
      const url = { now: '' };
      const render = (address: string): void => {
        const img = document.createElement('img');
        img.src = address;
        img.alt = alt;
        dom.replaceChildren(img);
      };
      if (source?.kind === 'embedded') render(source.url);
      else if (source?.kind === 'stored') {
        dom.textContent = alt || '…';
        void fetchStored(source.path).then(
          ({ blob }) => {
            url.now = URL.createObjectURL(blob);
            render(url.now);
          },
          () => undefined,
        );
      } else dom.textContent = `🖼 ${alt} ${source ? `(${source.host})` : ''}`;
      return { dom, destroy: () => URL.revokeObjectURL(url.now) };
    };
  },
});
