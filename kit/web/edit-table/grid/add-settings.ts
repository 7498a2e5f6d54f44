import { writeStored, readStored } from '../../storage.ts';

/** How the add button adds. */
export interface AddSettings {
  readonly addRowNum: number;
  /** Before which row, counted from 1; 0 is the end. */
  readonly addIndex: number;
  readonly addScrollToBottom: boolean;
}

export const ADD_SETTINGS = 'jet-add-btn-settings';
/** A slip of the hand must not make a list nobody can scroll. */
export const ADD_ROWS_MAX = 100;
const usual: AddSettings = { addRowNum: 1, addIndex: 0, addScrollToBottom: true };

export const loadAddSettings = (): AddSettings => readAddSettings(readStored(ADD_SETTINGS));
export const storeAddSettings = (settings: AddSettings): void => writeStored(ADD_SETTINGS, JSON.stringify(settings));

/** What an earlier visit or another version left there. */
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

/** The place new rows take: the remembered one, as long as the table reaches so far. */
export const insertIndex = ({ addIndex }: AddSettings, rowCount: number): number => (addIndex === 0 || addIndex > rowCount ? rowCount : addIndex - 1);

/** Rows put in between shift what somebody is about to press. */
const INSERT_PAUSE_MS = 1_500;
export const isTooSoonToInsert = (lastMs: number | undefined, nowMs: number): boolean => lastMs !== undefined && nowMs - lastMs < INSERT_PAUSE_MS;
