import type { Input } from '#kit/test/nouns/ask.ts';
import type { RowMaker, SampleMaker } from '#kit/test/nouns/noun-testing.ts';

/** A card or car follows the agent of its customer; without one it is given an agent of its own. */
export const withAndWithoutOwner =
  (draft: NonNullable<RowMaker['draft']>) =>
  async ({ builder, corner }: Pick<SampleMaker, 'builder' | 'corner'>): Promise<readonly [Input, Input]> => {
    const [{ agentId: _followed, ...owned }, { custId: _none, ...ownerless }] = [await draft(builder, corner), await draft(builder, corner)];
    return [owned, ownerless];
  };
