import { choice, count, id, list, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { rateType } from '../tariff.codes.ts';

/** The dictionary of a tenant whose items may name a fee item in three languages. */
export const ALIAS_DICT = 'rate_type_alias';
const FEE_ITEMS = 4;

/** An alias is an item of the dictionary `rate_type_alias`, or a free text that is the same in all languages. */
const aliasFields = {
  dictName: optional(text({ max: 40 })),
  dictValue: choice(rateType),
  alias: optional(text({ max: 20 })),
  aliasDictValue: optional(text({ max: 100 })),
};

/** How a tenant or one of its stations calls the fee items. */
export const rateAlias = resource({
  name: 'rateAlias',
  path: '/rate/sseRateTypeAlias',
  table: 'rate_alias',
  key: 'rateAliasId',
  title: 'rateAliasId',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    rateAliasId: readOnly(id()),
    tenantId: readOnly(ref('tenant')),
    agentId: readOnly(optional(ref('agent'))),
    /** Null: the names of the tenant, for stations without names of their own. */
    stationId: readOnly(optional(ref('station'))),
    aliases: list(aliasFields, { max: FEE_ITEMS }),
  },
});

export interface FeeItemName {
  readonly dictName: string;
  readonly dictValue: 1 | 2 | 3 | 4;
  /** The word of the program, in the viewer's language. */
  readonly dictText: string;
  /** The name that the tenant gives; null for none. */
  readonly tenantText: string | null;
  readonly alias: string | null;
  readonly aliasDictValue: string | null;
  /** The name that shows. */
  readonly effective: string;
}

/** The names of a place: a station, or the tenant. */
export interface AliasesOfPlace {
  readonly tenantId: string;
  readonly stationId: string | null;
  readonly items: readonly FeeItemName[];
  /** The items of the tenant's dictionary, in the viewer's language. */
  readonly choices: readonly { readonly value: string; readonly text: string }[];
  /** 0 while the place has no names of its own. */
  readonly version: number;
}

/** Names that differ from those of the program, by the number of the fee item. */
export type RateNames = Readonly<Record<string, Words>>;

const place = { tenantId: ref('tenant'), stationId: optional(ref('station')) };

export const rateAliasApi = {
  queryAlias: endpoint({
    method: 'GET',
    path: `${rateAlias.path}/queryAlias`,
    allow: 'rateAlias:list',
    input: place,
    output: opaque<AliasesOfPlace>(),
  }),
  /** Replaces the names of a place. A fee item that is left out has the name of the tenant, or else that of the program. */
  saveAlias: endpoint({
    method: 'POST',
    path: `${rateAlias.path}/saveAlias`,
    allow: 'rateAlias:edit',
    input: { ...place, aliases: rateAlias.fields.aliases, version: optional(count()) },
    output: opaque<AliasesOfPlace>(),
  }),
};
