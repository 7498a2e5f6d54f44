import { expect, test } from 'vitest';
import { endpointTitle, isAudited, featureTitle } from '#kit/resource/log-titles.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { domains } from '#apps/domains.ts';

test('every act has words in three languages', () => {
  const registry = createRegistry(domains);
  const dumb = registry.features.flatMap((feature) =>
    Object.entries(feature.api).flatMap(([name, endpoint]) =>
      isAudited(endpoint) && !(featureTitle(feature) && endpointTitle(feature, name)) ? [`${feature.name}.${name}`] : [],
    ),
  );
  expect(dumb, 'say `title` and `acts` beside the feature').toEqual([]);
});
