interface SavedSelection {
  /** Checked now. */
  readonly selected: ReadonlySet<string>;
  /** Checked when the sender loaded the list. */
  readonly lastRead: ReadonlySet<string>;
  /** Currently granted. */
  readonly held: ReadonlySet<string>;
}

/** The differences between the granted permissions and the sender's view, without the sender's own changes. */
export const findConcurrentChanges = ({
  selected,
  lastRead,
  held,
}: SavedSelection): { readonly more: readonly string[]; readonly fewer: readonly string[] } => ({
  more: [...held].filter((id) => !lastRead.has(id) && !selected.has(id)),
  fewer: [...lastRead].filter((id) => selected.has(id) && !held.has(id)),
});
