/** Battery chemistries by their numbers in GB/T 27930, which a BMS reports. */
export const chemistry = { lfp: 3, ncm: 6 } as const;
export type Chemistry = (typeof chemistry)[keyof typeof chemistry];

/** A model of car, as far as it matters for charging. Figures are typical of the class and not from a data sheet. */
export interface CarModel {
  readonly name: string;
  readonly brand: string;
  readonly chemistry: Chemistry;
  readonly capacityWh: number;
  /** Cells in series. */
  readonly cells: number;
  readonly dcMaxA: number;
  /** The on-board charger's current for each phase. */
  readonly acMaxA: number;
  readonly acPhases: 1 | 3;
  /** Internal resistance of the whole pack. */
  readonly milliohm: number;
}

export interface Car {
  readonly model: CarModel;
  /** Empty if the car does not report it, as on single-phase AC. */
  readonly vin: string;
  readonly socPercent: number;
  readonly batteryC: number;
}

export const carModels: readonly CarModel[] = [
  { brand: '荣威', name: 'Ei5', chemistry: chemistry.lfp, capacityWh: 52_500, cells: 108, dcMaxA: 150, acMaxA: 32, acPhases: 1, milliohm: 80 },
  { brand: '比亚迪', name: 'e6', chemistry: chemistry.lfp, capacityWh: 71_700, cells: 128, dcMaxA: 210, acMaxA: 32, acPhases: 1, milliohm: 75 },
  {
    brand: 'Volkswagen',
    name: 'ID.7 Tourer',
    chemistry: chemistry.ncm,
    capacityWh: 77_000,
    cells: 96,
    dcMaxA: 350,
    acMaxA: 16,
    acPhases: 3,
    milliohm: 65,
  },
  { brand: '小鹏', name: 'G9', chemistry: chemistry.ncm, capacityWh: 98_000, cells: 192, dcMaxA: 300, acMaxA: 16, acPhases: 3, milliohm: 90 },
  {
    brand: 'Mercedes-Benz',
    name: 'eVito',
    chemistry: chemistry.ncm,
    capacityWh: 66_000,
    cells: 100,
    dcMaxA: 200,
    acMaxA: 16,
    acPhases: 3,
    milliohm: 85,
  },
  { brand: '福田', name: '智蓝 100', chemistry: chemistry.lfp, capacityWh: 100_500, cells: 168, dcMaxA: 220, acMaxA: 32, acPhases: 3, milliohm: 70 },
];
