import type { ComponentType } from 'react';
import type { ColumnType, PickerProps } from './column.ts';

/** Pickers by the kind of cell they are for. */
export type CellPickers = Readonly<Partial<Record<ColumnType, ComponentType<PickerProps>>>>;

const pickers = new Map<string, ComponentType<PickerProps>>();

/** Makes the pickers of nouns known to the cells of tables. */
export const knowPickers = (known: CellPickers): void => {
  for (const [type, picker] of Object.entries(known)) pickers.set(type, picker);
};

export const knownPicker = (type: ColumnType): ComponentType<PickerProps> | undefined => pickers.get(type);
