import type { ComponentType } from 'react';
import type { ColumnType, Option, PickerProps } from '../table/column.ts';

/** A picker, and the loader of display names for what it picks. */
export interface CellPicker {
  readonly Picker: ComponentType<PickerProps>;
  readonly names?: (values: readonly string[]) => Promise<readonly Option[]>;
}

/** The pickers by the type of cell. */
export type CellPickers = Readonly<Partial<Record<ColumnType, CellPicker>>>;

const pickers = new Map<string, CellPicker>();

/** Registers pickers for the cells of tables. */
export const registerCellPickers = (registrations: CellPickers): void => {
  for (const [type, picker] of Object.entries(registrations)) pickers.set(type, picker);
};

export const registeredPicker = (type: ColumnType): ComponentType<PickerProps> | undefined => pickers.get(type)?.Picker;
export const registeredNames = (type: ColumnType): CellPicker['names'] => pickers.get(type)?.names;
