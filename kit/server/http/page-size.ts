import type { Endpoint } from '#kit/resource/endpoint.ts';
import { PAGE_SIZE_MAX } from '#kit/resource/endpoint.ts';

type RawInput = Readonly<Record<string, unknown>>;

interface CutInput {
  readonly raw: RawInput;
  /** The most rows of a page, where more were asked for. */
  readonly pageCutTo?: number;
}

/** An input whose page is no larger than a page may be: clients of the family ask for a thousand rows where they want all of them. */
export const cutPageSize = (endpoint: Endpoint, raw: RawInput): CutInput => {
  const most = endpoint.input['pageSize']?.max ?? (endpoint.listOf || endpoint.queried ? PAGE_SIZE_MAX : undefined);
  const asked = Number(raw['pageSize'] ?? 0);
  if (most === undefined || !Number.isInteger(asked) || asked <= most) return { raw };
  return { raw: { ...raw, pageSize: String(most) }, pageCutTo: most };
};
