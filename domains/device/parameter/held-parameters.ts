import { pileParameters, profileParameters } from '#domains/network/resources.ts';
import { parameterNo } from '../protocol.codes.ts';

/** A parameter that a form of the platform holds too: the form tells the value that is wanted, the pile the one that it has. */
export interface HeldParameter {
  readonly paramNo: number;
  readonly form: 'pile' | 'pileProfile';
  readonly field: string;
  /** Whether the form may take the value of the pile. */
  readonly isTaken: boolean;
}

const { payQrCode, pileDisable, minimumAmount } = parameterNo.items;
/** Whom a payment reaches, whether a pile serves and which balance is enough are decided by people, and have rules of their own. */
const NOT_TAKEN: readonly number[] = [payQrCode.value, pileDisable.value, minimumAmount.value];

export const heldParameters: readonly HeldParameter[] = [
  ...profileParameters.map(([paramNo, field]) => ({ paramNo, form: 'pileProfile' as const, field })),
  ...pileParameters.map(([paramNo, field]) => ({ paramNo, form: 'pile' as const, field })),
].map((held) => ({ ...held, isTaken: !NOT_TAKEN.includes(held.paramNo) }));

export const heldParameter = (paramNo: number): HeldParameter | undefined => heldParameters.find((held) => held.paramNo === paramNo);
