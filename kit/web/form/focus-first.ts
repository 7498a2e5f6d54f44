/**
 * Focuses the first input, so that typing can begin at once. Called when the opening animation has ended, because an element that is still moving
 * cannot take the focus. A focus that is already in the form stays.
 */
export const focusFirst = (box: HTMLElement | null): void => {
  if (box?.contains(document.activeElement)) return;
  box?.querySelector<HTMLElement>('input:not([disabled]):not([readonly]), textarea')?.focus({ preventScroll: true });
};
