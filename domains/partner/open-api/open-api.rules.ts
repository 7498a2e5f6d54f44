import type { Endpoint } from '#kit/resource/endpoint.ts';
import { accessRight } from '../access-config/access-config.codes.ts';
import { openApi } from './open-api.ts';

const { sites, prices, charges, orders } = accessRight.items;

type OpenCallName = keyof typeof openApi;

/** The right that each call needs. */
const rights: readonly (readonly [name: OpenCallName, right: number])[] = [
  ['stations', sites.value],
  ['guns', sites.value],
  ['gun', sites.value],
  ['prices', prices.value],
  ['start', charges.value],
  ['charge', charges.value],
  ['stop', charges.value],
  ['orders', orders.value],
];

/** A call as its guide names it. */
export interface OpenCall {
  readonly name: OpenCallName;
  readonly method: string;
  readonly path: string;
  readonly right: number;
  readonly inputs: readonly string[];
}

export const openCalls: readonly OpenCall[] = rights.map(([name, right]) => {
  const { method, path, input } = openApi[name];
  return { name, method, path, right, inputs: Object.keys(input) };
});

const rightOf = new Map(openCalls.map(({ method, path, right }) => [`${method} ${path}`, right]));

/** Whether an account with these rights may make a call. A call that names no right is made by nobody. */
export const mayCall = (held: readonly number[], { method, path }: Pick<Endpoint, 'method' | 'path'>): boolean => {
  const needed = rightOf.get(`${method} ${path}`);
  return needed !== undefined && held.includes(needed);
};
