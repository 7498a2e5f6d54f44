import type { Endpoint } from '#kit/resource/endpoint.ts';
import { PAGE_SIZE_MAX } from '#kit/resource/endpoint.ts';

type RawInput = Readonly<Record<string, unknown>>;

interface LimitedInput {
  readonly raw: RawInput;
  /** The most rows of a page, where more were asked for. */
  readonly pageSizeLimit?: number;
}

/** An input whose page is no larger than a page may be: clients of the family ask for a thousand rows where they want all of them. */
export const limitPageSize = (endpoint: Endpoint, raw: RawInput): LimitedInput => {
  const limit = endpoint.input['pageSize']?.max ?? (endpoint.listOf || endpoint.queryOf ? PAGE_SIZE_MAX : undefined);
  const requested = Number(raw['pageSize'] ?? 0);
  if (limit === undefined || !Number.isInteger(requested) || requested <= limit) return { raw };
  return { raw: { ...raw, pageSize: String(limit) }, pageSizeLimit: limit };
};
