/** One package of the product; `text` is the index of its licence text. */
export interface Software {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly copyright: string;
  readonly homepage: string;
  readonly part: 'browser' | 'server';
  readonly text: number | null;
}

export type SoftwareFilter = 'all' | Software['part'];

export interface SoftwareList {
  readonly packages: readonly Software[];
  readonly texts: readonly string[];
}

/** Parses the list that the build wrote. Throws when it is invalid. */
export const readSoftware = (json: unknown): SoftwareList => {
  const { packages, texts } = { ...(isRecord(json) && json) };
  if (!Array.isArray(packages) || !packages.every(isSoftware) || !Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
    throw new TypeError('the list of software cannot be read');
  return { packages, texts };
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

const isSoftware = (value: unknown): value is Software =>
  isRecord(value) &&
  ['name', 'version', 'licence', 'copyright', 'homepage', 'part'].every((key) => typeof value[key] === 'string') &&
  (value['text'] === null || typeof value['text'] === 'number');

/** The packages of a part whose name or licence contains the search text. */
export const matchingSoftware = (
  packages: readonly Software[],
  { keyword, part }: { readonly keyword: string; readonly part: SoftwareFilter },
): readonly Software[] => {
  const needle = keyword.trim().toLowerCase();
  return packages.filter(
    (software) => (part === 'all' || software.part === part) && `${software.name} ${software.licence}`.toLowerCase().includes(needle),
  );
};
