import { id, readOnly, text } from '#kit/fields/field.ts';
import { feature } from '#kit/resource/feature.ts';
import { resource } from '#kit/resource/resource.ts';

/**
 * Stands in for a noun of a domain that comes later in the import order, as far as the registry needs it for references to it. The noun belongs to
 * one tenant and to all agents and stations.
 */
export const stubNoun = (names: { readonly name: string; readonly table: string; readonly key: string; readonly title: string }) => {
  const { name, table, key, title } = names;
  const fields = { [key]: readOnly(id()), tenantId: readOnly(id()), [title]: text({ max: 60 }) };
  const scope = { tenant: 'tenantId', agent: 'shared', station: 'shared' } as const;
  return feature({ name, api: {}, resource: resource({ name, path: `/stub/${name}`, table, key, title, scope, fields }) });
};
