/** Battery chemistries by their GB/T 27930 number: what a BMS says of itself. */
export const chemistry = { lfp: 3, ncm: 6 } as const;
export type Chemistry = (typeof chemistry)[keyof typeof chemistry];

/** A kind of car as far as charging it matters. Figures are typical of the class, not a maker's data sheet. */
export interface CarModel {
  readonly name: string;
  readonly brand: string;
  readonly chemistry: Chemistry;
  readonly capacityWh: number;
  /** Cells in series. */
  readonly cells: number;
  readonly dcMaxA: number;
  /** Of the on-board charger: current for each phase. */
  readonly acMaxA: number;
  readonly acPhases: 1 | 3;
  /** Inner resistance of the whole pack. */
  readonly milliohm: number;
}

export interface Car {
  readonly model: CarModel;
  /** Empty when the car does not say, as on single-phase AC. */
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
