import type { Words } from '#kit/fields/words.ts';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { couponUseWords } from './coupon-use/coupon-use.labels.ts';

const reasons: Readonly<Record<string, Words>> = couponUseWords;

/** Why a coupon or a privilege card was not used, or was given back. */
export const UseReason = ({ reason }: { readonly reason: string | null }) => {
  const say = useSay();
  if (reason === null) return <EmptyCell />;
  return <span className="co-clip">{say(reasons[reason] ?? [reason, reason, reason])}</span>;
};

/** `tenant`, or `agent:7`. */
export const Funder = ({ funder }: { readonly funder: string }) => {
  const say = useSay();
  return <span>{funder === 'tenant' ? say(couponUseWords.tenant) : say(couponUseWords.agent, { id: funder.slice(funder.indexOf(':') + 1) })}</span>;
};
