/** The number of rows drawn above and below the visible ones, so that scrolling shows no gap. */
const BEYOND = 9;

export interface View {
  readonly scrollTop: number;
  readonly heightPx: number;
}

/** The range of rows to draw, from `first` up to and excluding `end`. It moves in steps, so that few scroll events render. */
export const windowOf = ({ scrollTop, heightPx }: View, rowHeightPx: number, count: number): { readonly first: number; readonly end: number } => {
  const top = Math.max(0, Math.floor(scrollTop / rowHeightPx));
  const visibleCount = Math.ceil(heightPx / rowHeightPx) + 1;
  const first = Math.max(0, Math.min(top, Math.max(0, count - visibleCount)) - BEYOND);
  return { first, end: Math.min(count, top + visibleCount + BEYOND) };
};
