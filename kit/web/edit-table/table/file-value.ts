/** The upload of a file into a cell. After it, the cell holds only the path. */
export interface FileValue {
  readonly status: 'uploading' | 'error';
  readonly name: string;
  /** 0 to 100. */
  readonly percent: number;
  /** Why the upload failed. */
  readonly message?: string;
  /** The earlier paths of the cell, separated by commas. */
  readonly earlierPaths: string;
}

export const isUploading = (value: unknown): value is FileValue =>
  typeof value === 'object' && value !== null && 'status' in value && 'earlierPaths' in value;

/** The paths in a cell, as the cell stores them. */
export const pathsOf = (value: unknown): string => {
  const text = isUploading(value) ? value.earlierPaths : value;
  return typeof text === 'string' ? text : '';
};

/** The number of characters of a file name that the cell shows. */
const NAME_LETTERS = 5;
export const shortName = (name: string): string => {
  const letters = [...name];
  return letters.length > NAME_LETTERS ? `${letters.slice(0, NAME_LETTERS).join('')}…` : name;
};
