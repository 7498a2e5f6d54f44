/** An address inside the product. */
export interface Address {
  readonly pathname: string;
  readonly params: URLSearchParams;
}

/** A form or editor with unsaved changes. */
export interface UnsavedWork {
  /** The path of its tab. */
  readonly tab: string;
  /** Whether an address keeps the changes: it belongs to the same work, or nothing was changed. */
  readonly staysAt: (to: Address) => boolean;
  /** Asks the viewer whether the changes may be discarded. */
  readonly askToDiscard: () => Promise<boolean>;
}

const open: UnsavedWork[] = [];

/** Registers unsaved work; the newest is asked about first. Returns the function that removes it. */
export const registerUnsavedWork = (work: UnsavedWork): (() => void) => {
  open.push(work);
  return () => withdraw(work);
};

const withdraw = (work: UnsavedWork): void => {
  const index = open.indexOf(work);
  if (index >= 0) open.splice(index, 1);
};

export const wouldLoseWorkAt = (to: Address): boolean => open.some((work) => !work.staysAt(to));

/** Asks about all work that an address would discard. */
export const confirmLeavingFor = (to: Address): Promise<boolean> => agreeToDiscard(open.filter((work) => !work.staysAt(to)));

const agreeToDiscard = async (unsaved: readonly UnsavedWork[]): Promise<boolean> => {
  for (const work of unsaved.toReversed()) if (!(await work.askToDiscard())) return false;
  return true;
};

/** An address that keeps nothing, as when a tab or the window is closed or reloaded. */
export const ELSEWHERE: Address = { pathname: '', params: new URLSearchParams() };

const unsavedIn = (tab: string): readonly UnsavedWork[] => open.filter((work) => work.tab === tab && !work.staysAt(ELSEWHERE));

/** Whether closing a tab would discard work. */
export const hasUnsaved = (tab: string): boolean => unsavedIn(tab).length > 0;

/** Asks about the work that would be lost when a tab is closed or reloaded. Work that may be discarded is not asked about again. */
export const confirmClosing = async (tab: string): Promise<boolean> => {
  const unsaved = unsavedIn(tab);
  if (!(await agreeToDiscard(unsaved))) return false;
  unsaved.forEach(withdraw);
  return true;
};
