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
  {
    name: 'Compact 50',
    brand: 'Compact',
    chemistry: chemistry.lfp,
    capacityWh: 50_100,
    cells: 104,
    dcMaxA: 200,
    acMaxA: 32,
    acPhases: 1,
    milliohm: 80,
  },
  {
    name: 'Saloon 76',
    brand: 'Saloon',
    chemistry: chemistry.lfp,
    capacityWh: 76_900,
    cells: 128,
    dcMaxA: 250,
    acMaxA: 32,
    acPhases: 1,
    milliohm: 75,
  },
  {
    name: 'Estate 82',
    brand: 'Estate',
    chemistry: chemistry.ncm,
    capacityWh: 82_000,
    cells: 108,
    dcMaxA: 350,
    acMaxA: 16,
    acPhases: 3,
    milliohm: 65,
  },
  { name: 'Coupe 800', brand: 'Coupe', chemistry: chemistry.ncm, capacityWh: 98_000, cells: 192, dcMaxA: 300, acMaxA: 32, acPhases: 3, milliohm: 90 },
  { name: 'Van 66', brand: 'Van', chemistry: chemistry.lfp, capacityWh: 66_800, cells: 112, dcMaxA: 180, acMaxA: 32, acPhases: 3, milliohm: 85 },
  {
    name: 'Truck 141',
    brand: 'Truck',
    chemistry: chemistry.lfp,
    capacityWh: 141_000,
    cells: 176,
    dcMaxA: 250,
    acMaxA: 32,
    acPhases: 3,
    milliohm: 70,
  },
];
