import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { BindingRefusal } from './binding.labels.ts';

/** A card or car that is to be bound. `isUsable`: neither disabled nor void; a lock is temporary and does not count. */
export interface Bindable {
  readonly name: string;
  /** Of a card. */
  readonly cardNo?: string;
  readonly tenantId: string;
  readonly isUsable: boolean;
}

/** All must belong to one tenant and none may be disabled or void. Returns the tenant. */
export const checkBindable = (things: readonly Bindable[]): Verdict<string, BindingRefusal> => {
  const [first] = things;
  if (!first) return deny('binding.nothing');
  if (things.some(({ tenantId }) => tenantId !== first.tenantId)) return deny('binding.tenantsDiffer');
  const off = things.filter(({ isUsable }) => !isUsable);
  return off.length === 0 ? allow(first.tenantId) : deny('binding.notUsable', { names: off.map(({ name }) => name).join(', ') });
};
