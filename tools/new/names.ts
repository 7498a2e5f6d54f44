import { DOMAIN_ORDER } from '../law/domain-order.ts';

/** The names of one noun in each place. */
export interface NounNames {
  readonly domain: string;
  /** The name of the domain in code: `customers`. */
  readonly declaredAs: string;
  /** Domains before `network` have no tenant: their nouns belong to the platform. */
  readonly ofTenant: boolean;
  /** `car-type`: folder and file names. */
  readonly kebab: string;
  /** `carType`: values in code, permission codes. */
  readonly camel: string;
  /** `CarType`: components and types. */
  readonly pascal: string;
  /** `car_type`: table and columns. */
  readonly snake: string;
  /** `Car type`: for texts. */
  readonly title: string;
}

/**
 * Parses `domain/noun`; `readDomain` returns the text of a domain's `domain.ts`.
 *
 * @throws with a sentence for people when the domain is unknown or the noun is not a kebab-case word
 */
export function namesOf(argument: string | undefined, readDomain: (domain: string) => string): NounNames {
  const [domain = '', kebab = '', ...rest] = (argument ?? '').split('/');
  const domainIndex = DOMAIN_ORDER.findIndex((name) => name === domain);
  if (domainIndex < 0 || rest.length > 0) throw new Error(`Say domain/noun, with a domain of ${DOMAIN_ORDER.join(', ')}.`);
  if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/u.test(kebab)) throw new Error('A noun is lower-case words joined by hyphens, like car-type.');
  const words = kebab.split('-');
  const camel = words.map((word, index) => (index === 0 ? word : capital(word))).join('');
  const ofTenant = domainIndex >= DOMAIN_ORDER.indexOf('network');
  const declaredAs = /export const (\w+) = domain\(/u.exec(readDomain(domain))?.[1] ?? domain;
  return { domain, declaredAs, ofTenant, kebab, camel, pascal: capital(camel), snake: words.join('_'), title: capital(words.join(' ')) };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
