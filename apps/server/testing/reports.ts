import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import type { NamedEndpoint } from './positions.ts';
import type { Person, ServerTestbed } from './world.ts';

const EMPTY_RANGE = { day_begin: '2020-01-01', day_end: '2020-01-02' };

/**
 * Compares reports between readers. Returns those whose answer to a scoped reader differs from the answer to the platform when it filters by the
 * reader's tenant, agent and station, and those that give readers of different scopes different answers. Big customers have no reports.
 */
export const reportsOf = async (
  world: ServerTestbed,
  places: readonly NamedEndpoint[],
): Promise<{ readonly differing: readonly string[]; readonly readers: readonly string[] }> => {
  const reports = places.filter(({ endpoint, feature }) => feature.report && endpoint.listOf && endpoint.output.form !== 'file');
  const differing: string[] = [];
  const answers = new Set<string>();
  for (const place of reports) {
    const ask = async (name: Person['name'], filter: Input): Promise<string> => {
      const { success, result } = await world.ask(world.person(name).token, place.endpoint, { pageSize: '100', ...filter });
      return JSON.stringify([success, result]);
    };
    const all = await ask('platform', {});
    for (const name of ['tenant', 'agent', 'station', 'customer'] as const) {
      const { tenant, agent, station } = world.person(name).scope;
      const [tenantId, agentId, stationId] = [tenant, agent, station].map((sees) => (sees === 'all' ? undefined : sees.join()));
      const [ownAnswer, filtered] = [
        await ask(name, {}),
        await ask('platform', name === 'customer' ? EMPTY_RANGE : { tenantId, agentId, stationId }),
      ];
      if (ownAnswer !== filtered) differing.push(`${place.name} ${name}`);
      if (name === 'tenant' && ownAnswer !== all && ownAnswer !== (await ask('platform', EMPTY_RANGE))) answers.add(place.feature.name);
    }
  }
  return { differing, readers: [...answers].toSorted() };
};
