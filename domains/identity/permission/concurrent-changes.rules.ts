interface SavedSelection {
  /** Ticked now. */
  readonly selected: ReadonlySet<string>;
  /** Ticked when the sender read the list. */
  readonly lastRead: ReadonlySet<string>;
  /** What is held at the moment. */
  readonly held: ReadonlySet<string>;
}

/** Where what is held differs from what the sender believes, beyond what they have changed themselves. */
export const findConcurrentChanges = ({
  selected,
  lastRead,
  held,
}: SavedSelection): { readonly more: readonly string[]; readonly fewer: readonly string[] } => ({
  more: [...held].filter((id) => !lastRead.has(id) && !selected.has(id)),
  fewer: [...lastRead].filter((id) => selected.has(id) && !held.has(id)),
});
