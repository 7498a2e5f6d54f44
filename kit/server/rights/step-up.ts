import { endpointTitle, featureTitle } from '#kit/resource/log-titles.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { PROOF_NEEDED } from '#kit/resource/rights/proof-needed.ts';
import { stepUpApi } from '#kit/resource/rights/step-up.ts';
import type { RequiredProof } from '#kit/resource/rights/step-up.ts';
import { languages } from '#kit/fields/words.ts';
import { kitRefusals } from '../refusals.ts';
import type { Viewer } from '../context/viewer.ts';

interface ProofQuery {
  readonly endpoint: Endpoint;
  readonly viewer: Viewer;
  readonly now: Date;
  readonly input: Readonly<Record<string, unknown>>;
  /** The feature of the endpoint, and the endpoint's name in it. */
  readonly owner: { readonly feature: Feature; readonly name: string } | undefined;
}

/** Refuses a call that requires recent authentication when the last one is too old. */
export const requireProof = ({ endpoint, viewer, now, input, owner }: ProofQuery): void => {
  if (endpoint.proofInputs?.every((name) => isEmpty(input[name]))) return;
  if (endpoint.proof === undefined || viewer.provedUntilMs === undefined || viewer.provedUntilMs > now.getTime()) return;
  const { method, path } = stepUpApi.prove;
  const detail: RequiredProof = { what: owner ? nameOf(owner, viewer) : path, prove: { method, path: BASE_PATH + path } };
  throwRefusal(kitRefusals, PROOF_NEEDED, { method, path: detail.prove.path, what: detail.what }, { detail });
};

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

const nameOf = ({ feature, name }: NonNullable<ProofQuery['owner']>, { language }: Viewer): string => {
  const at = languages.indexOf(language);
  return [featureTitle(feature)?.[at] ?? feature.name, endpointTitle(feature, name)?.[at] ?? name].join(language === 'en_US' ? ': ' : '：');
};
