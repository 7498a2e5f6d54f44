import type { Endpoint } from '#kit/resource/endpoint.ts';
import { PAGE_SIZE_MAX } from '#kit/resource/endpoint.ts';

type RawInput = Readonly<Record<string, unknown>>;

interface LimitedInput {
  readonly raw: RawInput;
  /** The largest page size, if more rows were requested. */
  readonly pageSizeLimit?: number;
}

/** Limits the page size of an input. Clients of the product family request a thousand rows when they want all of them. */
export const limitPageSize = (endpoint: Endpoint, raw: RawInput): LimitedInput => {
  const limit = endpoint.input['pageSize']?.max ?? (endpoint.listOf || endpoint.queryOf ? PAGE_SIZE_MAX : undefined);
  const requested = Number(raw['pageSize'] ?? 0);
  if (limit === undefined || !Number.isInteger(requested) || requested <= limit) return { raw };
  return { raw: { ...raw, pageSize: String(limit) }, pageSizeLimit: limit };
};
