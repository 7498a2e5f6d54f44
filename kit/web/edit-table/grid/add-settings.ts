import { writeStored, readStored } from '../../storage.ts';

/** The settings of the add button. */
export interface AddSettings {
  readonly addRowNum: number;
  /** The row before which rows are inserted, counted from 1; 0 appends them at the end. */
  readonly addIndex: number;
  readonly addScrollToBottom: boolean;
}

export const ADD_SETTINGS = 'jet-add-btn-settings';
/** A typing error must not add so many rows that the table becomes unusable. */
export const ADD_ROWS_MAX = 100;
const usual: AddSettings = { addRowNum: 1, addIndex: 0, addScrollToBottom: true };

export const loadAddSettings = (): AddSettings => readAddSettings(readStored(ADD_SETTINGS));
export const storeAddSettings = (settings: AddSettings): void => writeStored(ADD_SETTINGS, JSON.stringify(settings));

/** Reads the settings that an earlier visit, perhaps of another version, stored. */
export const readAddSettings = (text: string | null): AddSettings => {
  try {
    const { addRowNum, addIndex, addScrollToBottom } = { ...usual, ...(JSON.parse(text ?? '{}') as Partial<Record<keyof AddSettings, unknown>>) };
    return {
      addRowNum: wholeWithin(addRowNum, 1, ADD_ROWS_MAX),
      addIndex: wholeWithin(addIndex, 0, Infinity),
      addScrollToBottom: addScrollToBottom !== false,
    };
  } catch {
    return usual;
  }
};

const wholeWithin = (value: unknown, ...[min, max]: readonly [number, number]): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(min, Math.trunc(value))) : min;

/** The index at which new rows are inserted: the stored one, or the end of a shorter table. */
export const insertIndex = ({ addIndex }: AddSettings, rowCount: number): number => (addIndex === 0 || addIndex > rowCount ? rowCount : addIndex - 1);

/** Rows that are inserted in the middle move the rows below, which the user may be about to click. */
const INSERT_PAUSE_MS = 1_500;
export const isTooSoonToInsert = (lastMs: number | undefined, nowMs: number): boolean => lastMs !== undefined && nowMs - lastMs < INSERT_PAUSE_MS;
