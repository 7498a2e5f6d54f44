import { valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { entityState } from '#domains/network/resources.ts';
import { custState, custType } from '../customer/customer.codes.ts';
import type { CarRefusal } from './car.labels.ts';

type State = CodeValue<typeof entityState>;
const state = valuesOf(entityState);

export interface CarFacts {
  readonly carNum: string;
  readonly state: State;
  readonly currency: string;
  /** Minor units; `availableBal` is lower by the amount that running orders hold. */
  readonly carBalance: bigint;
  readonly availableBal: bigint;
}

/** A car with its debt. */
export interface OwingCar extends CarFacts {
  readonly owedCents: bigint;
}

export interface OwnerFacts {
  readonly custName: string;
  readonly custType: CodeValue<typeof custType>;
  readonly custState: CodeValue<typeof custState>;
}

/** A disused car is read-only. */
export const checkUsable = (car: Pick<CarFacts, 'carNum' | 'state'>): Verdict<true, CarRefusal> =>
  car.state === state.disused ? deny('car.disused', { no: car.carNum }) : allow(true);

/** Whether the car can be removed without losing money: no balance, no hold and no debt. */
export const checkEmpty = (car: OwingCar): Verdict<true, CarRefusal> => {
  const { carNum: no, currency } = car;
  if (car.availableBal !== car.carBalance) return deny('car.charging', { no });
  if (car.carBalance !== 0n) return deny('car.hasMoney', { no, balance: formatScaled(car.carBalance, 2), currency });
  return car.owedCents === 0n ? allow(true) : deny('car.owes', { no, owed: formatScaled(car.owedCents, 2), currency });
};

/** A disused car stays disused, and a car with a balance or a debt cannot become disused. */
export const changeState = (car: OwingCar, wantedState: State): Verdict<State, CarRefusal> => {
  const usable = checkUsable(car);
  if (!usable.ok) return usable;
  const empty = wantedState === state.disused ? checkEmpty(car) : allow(true);
  return empty.ok ? allow(wantedState) : empty;
};

/** A car belongs to a company, to a phone user, or to nobody. */
export const checkOwners = (owners: {
  readonly company: OwnerFacts | undefined;
  readonly person: OwnerFacts | undefined;
}): Verdict<true, CarRefusal> => {
  const { company, person } = owners;
  if (company && person) return deny('car.twoOwners');
  const misplaced =
    company?.custType === valuesOf(custType).personal ? company : person?.custType === valuesOf(custType).company ? person : undefined;
  if (misplaced) return deny('car.wrongOwner', { name: misplaced.custName });
  const owner = company ?? person;
  return owner?.custState === valuesOf(custState).closed ? deny('car.customerClosed', { name: owner.custName }) : allow(true);
};

/** VINs are stored and compared in capitals. */
export const normalizeVin = (text: string): string => text.toUpperCase();
