import { Form } from 'antd';
import { Fragment } from 'react';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { payConfLabels, payConfWords } from './pay-conf.labels.ts';
import { certFacts } from './pay-conf.rules.ts';
import type { CertFingerprints as FingerprintsOfConf } from './pay-conf.ts';

type CertFact = (typeof certFacts)[number];

/** Below the input of certificates: by what the stored ones are recognised, until another text is entered. */
export const StoredFingerprints = ({ of: fact, row }: Pick<InputProps, 'row'> & { readonly of: CertFact }) => {
  const say = useSay();
  const form = Form.useFormInstance();
  // The input is drawn anew when its text changes.
  Form.useWatch(fact);
  const stored = fingerprintsIn(row?.['certFingerprints'], fact);
  if (stored.length === 0 || form.isFieldTouched(fact)) return null;
  return (
    <div className="co-hint">
      {say(payConfWords.fingerprint)}
      <Fingerprints of={stored} />
    </div>
  );
};

const fingerprintsIn = (value: unknown, fact: CertFact): readonly string[] => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, fact) : null;
  return Array.isArray(found) ? found.map(String) : [];
};

/** All fingerprints of a configuration, under the names of their certificates. */
export const CertFingerprints = ({ value }: { readonly value: FingerprintsOfConf }) => {
  const say = useSay();
  return certFacts.map((fact) => (
    <div key={fact}>
      {say(payConfLabels.fields[fact])}
      <Fingerprints of={value[fact] ?? []} />
    </div>
  ));
};

/** A line may be broken at every fourth byte. */
const Fingerprints = ({ of: fingerprints }: { readonly of: readonly string[] }) =>
  fingerprints.map((fingerprint) => (
    <code key={fingerprint} style={{ display: 'block' }}>
      {(fingerprint.match(/.{1,12}/gu) ?? []).map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  ));
