import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { OCPP16 } from 'typed-ocpp';
import { describe, expect, test } from 'vitest';
import { platformCallChecks, stationAnswerChecks, stationCallChecks } from './checks.generated.ts';
import { knownActions } from './messages.ts';
import { maximal, minimal } from './testing/instances.ts';
import { schemaOf, schemas, strictOf } from './testing/strict.ts';

const stationCalls = Object.entries(stationCallChecks);
const platformCalls = Object.entries(platformCallChecks);
const stationAnswers = Object.entries(stationAnswerChecks);

/** One instance for each value of every enumeration, the minimal instance first. */
const instancesOf = (action: string, part: 'req' | 'conf') => {
  const schema = schemaOf(action, part);
  return [minimal(schema), ...Array.from({ length: 24 }, (_, index) => maximal(schema, (count) => index % count))];
};

describe('the published schemas', () => {
  test('all 78 of both packages compile', () => {
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    expect(schemas).toHaveLength(78);
    for (const { $id } of schemas) {
      const [action = '', part] = ($id ?? '').replace('urn:', '').split('.');
      expect(knownActions).toContain(action);
      const twin = Object.entries(OCPP16.schemas).find(([name]) => name === action + (part === 'req' ? 'Request' : 'Response'))?.[1];
      expect(twin).toBeTypeOf('object');
      const theirs = ajv.compile(Object(twin));
      const ours = strictOf(action, part === 'req' ? 'req' : 'conf');
      const samples = instancesOf(action, part === 'req' ? 'req' : 'conf').filter((sample) => ours(sample));
      // The security extension refers to definitions that the generator does not follow; it follows all definitions of the messages in use.
      const ofOurs = action in stationCallChecks || action in platformCallChecks;
      expect(samples.length).toBeGreaterThanOrEqual(ofOurs ? 25 : 0);
      for (const sample of samples) expect(theirs(sample), `${$id} ${JSON.stringify(theirs.errors)}`).toBe(true);
    }
  });
});

describe('the generated checks', () => {
  test.each(stationCalls)('%s of a station: whatever the strict schema accepts', (action, check) => {
    for (const sample of instancesOf(action, 'req')) {
      expect(strictOf(action, 'req')(sample)).toBe(true);
      const small =
        action === 'MeterValues' || action === 'StatusNotification' || action === 'StartTransaction' ? { ...Object(sample), connectorId: 1 } : sample;
      expect(check(small), JSON.stringify(check.errors)).toBe(true);
    }
  });

  test.each(stationAnswers)('answer to %s: whatever the strict schema accepts', (action, check) => {
    for (const sample of instancesOf(action, 'conf')) expect(check(sample), JSON.stringify(check.errors)).toBe(true);
  });

  test.each(platformCalls)('%s of ours: exactly what the strict schema accepts', (action, check) => {
    const strict = strictOf(action, 'req');
    for (const sample of instancesOf(action, 'req')) expect(check(sample), JSON.stringify(check.errors)).toBe(true);
    const { properties = {} } = schemaOf(action, 'req');
    const fields = Object.keys(properties);
    fc.assert(
      fc.property(fc.constantFrom(...instancesOf(action, 'req')), fc.constantFrom(...fields, 'unknown'), fc.jsonValue(), (sample, field, value) => {
        const damaged = { ...Object(sample), [field]: value };
        // A pattern stands for the format of an address, and knows only its scheme and that nothing in it is blank.
        const mayBeLax = properties[field]?.format !== undefined && typeof value === 'string' && check(damaged);
        expect(check(damaged)).toBe(mayBeLax || strict(damaged));
      }),
      { numRuns: 200 },
    );
  });

  test.each([...stationCalls, ...stationAnswers])('%s: any JSON is judged without a throw', (_action, check) => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void check(value)),
      { numRuns: 200 },
    );
  });
});
