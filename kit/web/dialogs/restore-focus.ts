/** The child of the body that contains an element: the page, or a layer above it. */
const layerOf = (element: Element): Element | undefined => [...document.body.children].find((layer) => layer.contains(element));

/**
 * A dialog that is unmounted while it has the focus leaves it on the body. This returns the focus to the element that opened the dialog. Dialogs
 * that close before they unmount do that themselves. Returns a function that stops it.
 */
export const restoreFocus = (): (() => void) => {
  const openers = new Map<Node, HTMLElement>();
  let last: HTMLElement | undefined;
  const enter = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    const layer = layerOf(target);
    if (layer && last && !layer.contains(last) && last.isConnected && !openers.has(layer)) openers.set(layer, last);
    last = target;
  };
  const watch = new MutationObserver((changes) => {
    const removedOpeners = changes.flatMap(({ removedNodes }) => [...removedNodes]).filter((node) => openers.has(node));
    for (const layer of removedOpeners) {
      const opener = openers.get(layer);
      openers.delete(layer);
      if (document.activeElement === null || document.activeElement === document.body) focusOpener(opener, openers);
    }
  });
  document.addEventListener('focusin', enter);
  watch.observe(document.body, { childList: true });
  return () => {
    document.removeEventListener('focusin', enter);
    watch.disconnect();
  };
};

/** The entry of a closed menu cannot take the focus, so the element that opened the menu gets it. */
const focusOpener = (opener: HTMLElement | undefined, openers: ReadonlyMap<Node, HTMLElement>): void => {
  const visited = new Set<HTMLElement>();
  for (let next = opener; next && !visited.has(next);) {
    visited.add(next);
    next.focus();
    if (document.activeElement === next) return;
    const layer = layerOf(next);
    next = layer && openers.get(layer);
  }
};
