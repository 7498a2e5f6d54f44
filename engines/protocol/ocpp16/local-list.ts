/** An account on the local authorization list of a station. */
export interface LocalListEntry {
  readonly idTag: string;
  readonly groupTag: string;
  /** Null: without limit. */
  readonly expiresAtMs: number | null;
}
/** What one SendLocalList says of an account. */
export type LocalListChange = LocalListEntry | { readonly idTag: string; readonly isRemoved: true };

/** One SendLocalList. Each has a version of its own, so that the version that a station reports tells which of them it has taken. */
export interface LocalListPart {
  readonly updateType: 'Full' | 'Differential';
  readonly listVersion: number;
  readonly entries: readonly LocalListChange[];
}

export interface LocalListPlan {
  readonly wanted: readonly LocalListEntry[];
  /** What the station has; null when that is not known. */
  readonly kept: readonly LocalListEntry[] | null;
  /** The version that the station reported; 0 for an empty list. */
  readonly version: number;
  /** The most entries of one message. */
  readonly perMessage: number;
}

/** A version is a 32-bit integer; one so high comes from another system, and the numbers begin again with a full list. */
const VERSION_MAX = 2_000_000_000;

/** The messages that make the list of a station the wanted one; none when it is. Only changes are sent where that is shorter. */
export const planLocalList = ({ wanted, kept, version, perMessage }: LocalListPlan): readonly LocalListPart[] => {
  const changes = kept === null ? null : changesOf(kept, wanted);
  if (changes?.length === 0) return [];
  const isFull = changes === null || changes.length >= wanted.length || version > VERSION_MAX;
  const entries: readonly LocalListChange[] = isFull ? wanted : changes;
  const first = Math.max(0, version > VERSION_MAX ? 0 : version) + 1;
  return Array.from({ length: Math.max(1, Math.ceil(entries.length / perMessage)) }, (_unused, part) => ({
    updateType: isFull && part === 0 ? 'Full' : 'Differential',
    listVersion: first + part,
    entries: entries.slice(part * perMessage, (part + 1) * perMessage),
  }));
};

const changesOf = (kept: readonly LocalListEntry[], wanted: readonly LocalListEntry[]): readonly LocalListChange[] => {
  const keptLines = new Map(kept.map((entry) => [entry.idTag, lineOf(entry)]));
  const wantedTags = new Set(wanted.map(({ idTag }) => idTag));
  return [
    ...kept.filter(({ idTag }) => !wantedTags.has(idTag)).map(({ idTag }) => ({ idTag, isRemoved: true as const })),
    ...wanted.filter((entry) => keptLines.get(entry.idTag) !== lineOf(entry)),
  ];
};

/** An entry as one line, by which lists are compared. */
export const lineOf = ({ idTag, groupTag, expiresAtMs }: LocalListEntry): string => `${idTag} ${groupTag} ${expiresAtMs ?? ''}`;

/** Keys of a station that limit its list. */
export const localListKeys = ['LocalAuthListEnabled', 'LocalAuthListMaxLength', 'SendLocalListMaxLength'] as const;

export interface LocalListLimits {
  readonly isEnabled: boolean;
  /** Accounts of the whole list, and of one message. */
  readonly listMax: number;
  readonly perMessage: number;
}

/** Limits of a station that does not report its own. */
const LIST_DEFAULT = 100;
const PER_MESSAGE_DEFAULT = 20;
/** The most that the platform sends, whatever a station says of itself. */
const LIST_MAX = 10_000;
const PER_MESSAGE_MAX = 200;

/** The limits by the values that a station reported, by key in lower case. */
export const localListLimits = (values: ReadonlyMap<string, string>): LocalListLimits => {
  const count = (key: (typeof localListKeys)[number], fallback: number, max: number): number => {
    const value = Number(values.get(key.toLowerCase()) ?? fallback);
    return Number.isInteger(value) && value > 0 ? Math.min(value, max) : fallback;
  };
  return {
    isEnabled: values.get('localauthlistenabled')?.toLowerCase() !== 'false',
    listMax: count('LocalAuthListMaxLength', LIST_DEFAULT, LIST_MAX),
    perMessage: count('SendLocalListMaxLength', PER_MESSAGE_DEFAULT, PER_MESSAGE_MAX),
  };
};
