import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { BindingRefusal } from './binding.labels.ts';

/** A card or car that is to be bound. `isUsable`: neither disabled nor void; a lock is temporary and does not count. */
export interface Bindable {
  readonly name: string;
  /** Only for a card. */
  readonly cardNo?: string;
  readonly tenantId: string;
  readonly isUsable: boolean;
}

/** All must belong to one tenant and none may be disabled or void. Returns the tenant. */
export const checkBindable = (bindables: readonly Bindable[]): Verdict<string, BindingRefusal> => {
  const [first] = bindables;
  if (!first) return deny('binding.nothing');
  if (bindables.some(({ tenantId }) => tenantId !== first.tenantId)) return deny('binding.tenantsDiffer');
  const unusable = bindables.filter(({ isUsable }) => !isUsable);
  return unusable.length === 0 ? allow(first.tenantId) : deny('binding.notUsable', { names: unusable.map(({ name }) => name).join(', ') });
};
