/** An address inside the product. */
export interface Address {
  readonly pathname: string;
  readonly params: URLSearchParams;
}

/** A form or editor whose unsaved changes would be lost when the address changes. */
export interface UnsavedWork {
  /** The path of the tab it stands in. */
  readonly tab: string;
  /** Whether nothing is lost at an address: it belongs to the same work, or nothing was changed. */
  readonly staysAt: (to: Address) => boolean;
  /** Asks the viewer whether the changes may be discarded. */
  readonly askToDiscard: () => Promise<boolean>;
}

const open: UnsavedWork[] = [];

/** Registers unsaved work; the newest is asked about first. Returns how to withdraw it. */
export const registerUnsavedWork = (work: UnsavedWork): (() => void) => {
  open.push(work);
  return () => withdraw(work);
};

const withdraw = (work: UnsavedWork): void => {
  const index = open.indexOf(work);
  if (index >= 0) open.splice(index, 1);
};

export const wouldLoseWorkAt = (to: Address): boolean => open.some((work) => !work.staysAt(to));

/** Asks about all work that is lost at an address. */
export const confirmLeavingFor = (to: Address): Promise<boolean> => agreeToDiscard(open.filter((work) => !work.staysAt(to)));

const agreeToDiscard = async (unsaved: readonly UnsavedWork[]): Promise<boolean> => {
  for (const work of unsaved.toReversed()) if (!(await work.askToDiscard())) return false;
  return true;
};

/** An address at which nothing is kept, as when a tab or the window is closed or loaded anew. */
export const ELSEWHERE: Address = { pathname: '', params: new URLSearchParams() };

const unsavedIn = (tab: string): readonly UnsavedWork[] => open.filter((work) => work.tab === tab && !work.staysAt(ELSEWHERE));

/** Whether work would be lost with a tab. */
export const hasUnsaved = (tab: string): boolean => unsavedIn(tab).length > 0;

/** Asks about the work that is lost when a tab is closed or loaded anew. Work that may be discarded is not asked about again. */
export const confirmClosing = async (tab: string): Promise<boolean> => {
  const unsaved = unsavedIn(tab);
  if (!(await agreeToDiscard(unsaved))) return false;
  unsaved.forEach(withdraw);
  return true;
};
