import { formatScaled } from '#kit/fields/scaled.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { WriteOffRefusal } from './write-off.labels.ts';

export interface WriteOffFacts {
  readonly name: string;
  readonly amountCents: bigint;
  readonly owedCents: bigint;
  readonly currency: string;
}

/** At most the party's debt can be written off. This includes void and closed parties, whose debt cannot end in another way. */
export const checkWriteOff = ({ name, amountCents, owedCents, currency }: WriteOffFacts): Verdict<true, WriteOffRefusal> => {
  if (amountCents <= 0n) return deny('writeOff.amount');
  if (owedCents <= 0n) return deny('writeOff.nothing', { name });
  if (amountCents <= owedCents) return allow(true);
  return deny('writeOff.more', { name, currency, owed: formatScaled(owedCents, 2), amount: formatScaled(amountCents, 2) });
};
