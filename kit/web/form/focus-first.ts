/** Typing can begin at once, once a form stands: what is on its way takes no focus. Who was quicker stays where they are. */
export const focusFirst = (box: HTMLElement | null): void => {
  if (box?.contains(document.activeElement)) return;
  box?.querySelector<HTMLElement>('input:not([disabled]):not([readonly]), textarea')?.focus({ preventScroll: true });
};
