import { writeFileSync } from 'node:fs';
import { areaList } from '@vant/area-data';
import { englishName } from './area/english.ts';
import { traditionalName } from './area/traditional.ts';

const FILE = 'domains/system/area/area-names.generated.ts';

/** Writes the names of all areas in traditional Chinese and in English, one line for each province. Run by hand when @vant/area-data changes. */
const all = Object.entries({ ...areaList.province_list, ...areaList.city_list, ...areaList.county_list }).toSorted(([a], [b]) => a.localeCompare(b));
const lines = new Map<string, string[]>();
for (const [id, name] of all) {
  const province = id.slice(0, 2);
  lines.set(province, [...(lines.get(province) ?? []), `${id}=${traditionalName(name)}|${englishName(id, name)}`]);
}
const text = [...lines.values()].map((names) => names.join(';')).join('\n');
writeFileSync(
  FILE,
  `/** Made by tools/area-names.ts: \`id=traditional|English\`, a line for each province. */\nexport const areaNames = \`\n${text}\n\`;\n`,
);
console.log(`${all.length} areas, ${Buffer.byteLength(text)} bytes`);
