import { exceptionType } from './codes.ts';

/** Danger to people or the installation, by the codes of the specification: emergency stop, welded contactor, over-temperature, insulation, leakage. */
export const dangerousPileFaults: readonly number[] = [2, 6, 9, 13, 16];
export const dangerousStops: readonly number[] = [160, 164, 171, 174, 176, 178, 186];

/** Whether an exception may mean that somebody is in danger. Such an exception stands before all money. */
export const isDangerous = (type: number, code: number): boolean =>
  (type === exceptionType.pileFault && dangerousPileFaults.includes(code)) || (type === exceptionType.faultStop && dangerousStops.includes(code));
