/** A file on its way into a cell. Once it has arrived, the cell holds nothing but its path. */
export interface FileValue {
  readonly status: 'uploading' | 'error';
  readonly name: string;
  /** 0 to 100. */
  readonly percent: number;
  /** Why it did not arrive. */
  readonly message?: string;
  /** Paths that were there before, separated by commas. */
  readonly kept: string;
}

export const isUploading = (value: unknown): value is FileValue =>
  typeof value === 'object' && value !== null && 'status' in value && 'kept' in value;

/** The paths a cell holds, as it keeps them. */
export const pathsOf = (value: unknown): string => {
  const text = isUploading(value) ? value.kept : value;
  return typeof text === 'string' ? text : '';
};

/** Letters of a name that are shown. */
const NAME_LETTERS = 5;
export const shortName = (name: string): string => {
  const letters = [...name];
  return letters.length > NAME_LETTERS ? `${letters.slice(0, NAME_LETTERS).join('')}…` : name;
};
