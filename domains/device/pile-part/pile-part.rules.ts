import { versionFields } from './pile-part.ts';

type VersionField = (typeof versionFields)[number];
export type PartVersions = { readonly [K in VersionField]: string | null };

export interface PartChange {
  readonly field: VersionField;
  readonly now: string | null;
  readonly before: string | null;
}

/** What changed between two states of a pile's parts; all known versions when there is no earlier state. */
export const partChanges = (row: PartVersions, previous: PartVersions | undefined): readonly PartChange[] =>
  versionFields.flatMap((field) => {
    const [now, before] = [row[field], previous?.[field] ?? null];
    return now === before ? [] : [{ field, now, before }];
  });
