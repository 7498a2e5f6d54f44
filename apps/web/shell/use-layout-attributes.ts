import { useLayoutEffect } from 'react';
import { useStore } from '#kit/web/store.ts';
import { settings } from './settings/settings.ts';
import { useHeaderHidden } from './header/use-header-hidden.ts';

interface Frame {
  readonly tabs: boolean;
  readonly folded: boolean;
  readonly top: boolean;
}

/** Writes the layout to attributes of the document, for stylesheets and drawers that are outside the frame. */
export const useLayoutAttributes = ({ tabs, folded, top }: Frame): void => {
  const fixedHeader = useStore(settings.fixedHeader);
  const fixedMenu = useStore(settings.fixedMenu);
  const narrowContent = useStore(settings.contentWidth) === 'Fixed';
  const weak = useStore(settings.colourWeak);
  const away = useHeaderHidden(useStore(settings.hideHeader) && fixedHeader);
  useLayoutEffect(() => {
    const marks = { tabs, folded, top, away, weak, 'loose-header': !fixedHeader, 'loose-menu': !fixedMenu, bounded: top && narrowContent };
    for (const [name, on] of Object.entries(marks)) document.documentElement.toggleAttribute(`data-${name}`, on);
    return () => {
      for (const name of Object.keys(marks)) document.documentElement.removeAttribute(`data-${name}`);
    };
  }, [tabs, folded, top, away, weak, fixedHeader, fixedMenu, narrowContent]);
};
