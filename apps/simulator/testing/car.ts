import { carModels, type Car } from '../model/car.ts';

export const carWithSoc = (socPercent: number, vin = 'LSVAA2BR0GN000001'): Car => {
  const [model] = carModels;
  if (!model) throw new Error('no car');
  return { model, vin, socPercent, batteryC: 22 };
};
