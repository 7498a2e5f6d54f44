/** The child of the body that somebody stands in: the page, or what is drawn above it. */
const layerOf = (element: Element): Element | undefined => [...document.body.children].find((layer) => layer.contains(element));

/**
 * A dialog that is taken away with the keyboard in it leaves it nowhere: whatever led into it gets it back. Those that close before they go
 * give it back by themselves. Answers how to end it.
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

/** The entry of a menu that has closed takes no focus; what led into the menu does. */
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
