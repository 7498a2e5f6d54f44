// The limit for an export: the same columns through a cursor into the same writer, and nothing else.
import pg from 'pg';
import { writeXlsxStream } from 'hucre/xlsx';

const [, , url, limit, columns = ''] = process.argv;
const names = columns.split(',');
const idleBytes = process.memoryUsage.rss();
let highestBytes = idleBytes;
const timer = setInterval(() => (highestBytes = Math.max(highestBytes, process.memoryUsage.rss())), 20);
const client = new pg.Client(url);
await client.connect();
const begunMs = performance.now();
let bytes = 0;
for await (const chunk of writeXlsxStream(rows(), { name: 's', columns: names.map((header) => ({ header })) })) bytes += chunk.byteLength;
const tookS = (performance.now() - begunMs) / 1e3;
clearInterval(timer);
await client.end();
console.log(JSON.stringify({ tookS, megabytes: bytes / 1024 / 1024, growthMb: (highestBytes - idleBytes) / 1024 / 1024 }));

async function* rows() {
  await client.query('begin');
  await client.query(
    `declare c no scroll cursor for select ${names.map((name) => `"${name}"`).join(', ')} from charging_order_view order by create_time desc limit ${Number(limit)}`,
  );
  for (;;) {
    const { rows: found } = await client.query({ text: 'fetch 1000 from c', rowMode: 'array' });
    for (const row of found) yield row.map(cellValue);
    if (found.length < 1_000) return;
  }
}

/**
 * @param {unknown} cell
 * @returns {string | number | boolean | null}
 */
function cellValue(cell) {
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? cell : null;
}
