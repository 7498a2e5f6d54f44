import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import type { RowMaker, SampleMaker } from '#kit/test/nouns/noun-testing.ts';

/** A card or car belongs to the agent of its customer; without a customer it is assigned an agent directly. */
export const withAndWithoutOwner =
  (draft: NonNullable<RowMaker['draft']>) =>
  async ({ builder, owner }: Pick<SampleMaker, 'builder' | 'owner'>): Promise<readonly [Input, Input]> => {
    const [{ agentId: _followed, ...owned }, { custId: _none, ...ownerless }] = [await draft(builder, owner), await draft(builder, owner)];
    return [owned, ownerless];
  };
