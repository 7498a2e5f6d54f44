import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import type { NamedEndpoint } from './positions.ts';
import type { Person, ServerTestbed } from './world.ts';

const nothing = { day_begin: '2020-01-01', day_end: '2020-01-02' };

/**
 * Which reports answer a scoped reader otherwise than the platform that narrows itself to their tenant, agent and station, and which tell readers
 * of different scopes different things at all. Big customers have no part in reports.
 */
export const reportsOf = async (
  world: ServerTestbed,
  places: readonly NamedEndpoint[],
): Promise<{ readonly differing: readonly string[]; readonly told: readonly string[] }> => {
  const reports = places.filter(({ endpoint, feature }) => feature.report && endpoint.listOf && endpoint.output.form !== 'file');
  const differing: string[] = [];
  const told = new Set<string>();
  for (const place of reports) {
    const ask = async (name: Person['name'], filter: Input): Promise<string> => {
      const { success, result } = await world.ask(world.person(name).token, place.endpoint, { pageSize: '100', ...filter });
      return JSON.stringify([success, result]);
    };
    const all = await ask('platform', {});
    for (const name of ['tenant', 'agent', 'station', 'customer'] as const) {
      const { tenant, agent, station } = world.person(name).sees;
      const [tenantId, agentId, stationId] = [tenant, agent, station].map((sees) => (sees === 'all' ? undefined : sees.join()));
      const [own, narrowed] = [await ask(name, {}), await ask('platform', name === 'customer' ? nothing : { tenantId, agentId, stationId })];
      if (own !== narrowed) differing.push(`${place.name} ${name}`);
      if (name === 'tenant' && own !== all && own !== (await ask('platform', nothing))) told.add(place.feature.name);
    }
  }
  return { differing, told: [...told].toSorted() };
};
