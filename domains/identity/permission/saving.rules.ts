interface Lists {
  /** Ticked now. */
  readonly chosen: ReadonlySet<string>;
  /** Ticked when the sender read the list. */
  readonly last: ReadonlySet<string>;
  /** What is held at the moment. */
  readonly held: ReadonlySet<string>;
}

/** Where what is held differs from what the sender believes, beyond what they have changed themselves. */
export const apartFrom = ({ chosen, last, held }: Lists): { readonly more: readonly string[]; readonly fewer: readonly string[] } => ({
  more: [...held].filter((id) => !last.has(id) && !chosen.has(id)),
  fewer: [...last].filter((id) => chosen.has(id) && !held.has(id)),
});
