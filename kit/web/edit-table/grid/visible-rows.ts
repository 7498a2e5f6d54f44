/** Rows that are drawn beyond those in sight, so that a scroll shows no gap. */
const BEYOND = 9;

export interface View {
  readonly scrollTop: number;
  readonly heightPx: number;
}

/** The rows to draw, from `first` up to but without `end`. They move in steps, so that few scroll events draw anything. */
export const windowOf = ({ scrollTop, heightPx }: View, rowHeightPx: number, count: number): { readonly first: number; readonly end: number } => {
  const top = Math.max(0, Math.floor(scrollTop / rowHeightPx));
  const shown = Math.ceil(heightPx / rowHeightPx) + 1;
  const first = Math.max(0, Math.min(top, Math.max(0, count - shown)) - BEYOND);
  return { first, end: Math.min(count, top + shown + BEYOND) };
};
