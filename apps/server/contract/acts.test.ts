import { expect, test } from 'vitest';
import { actOf, isAct, titleOf } from '#kit/resource/log-titles.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { domains } from '#apps/domains.ts';

test('every act has words in three languages', () => {
  const registry = createRegistry(domains);
  const dumb = registry.features.flatMap((feature) =>
    Object.entries(feature.api).flatMap(([name, endpoint]) =>
      isAct(endpoint) && !(titleOf(feature) && actOf(feature, name)) ? [`${feature.name}.${name}`] : [],
    ),
  );
  expect(dumb, 'say `title` and `acts` beside the feature').toEqual([]);
});
